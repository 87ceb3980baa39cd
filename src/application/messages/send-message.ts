import { isLeft, left, right } from "fp-ts/Either";
import { botCallsOf } from "../../domain/bot-call";
import type { Message } from "../../domain/message";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import { widgetKind } from "../../domain/widget";
import type { Caller, Result } from "../caller";
import { wakeChannel } from "../channels/channel-activity";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { MessageRenderer } from "../ports/message-renderer";
import type { PersonalReader } from "../ports/personal-reader";
import type { RealmDirectory } from "../realm-directory";
import { isStillScheduled, noSuchScheduledMessage } from "../scheduled-messages/find-scheduled";
import type { KnownTopics } from "../topics/known-topics";
import {
  followWhereMentioned,
  policyBySending,
  type RaisedPolicy,
  raisePolicy,
} from "../topics/raise-policy";
import type { InTransaction } from "../transaction";
import { sharableIn } from "../uploads/attachment-access";
import { shareAttachments } from "../uploads/share-attachments";
import { appendAcquaintance } from "../users/people-sight";
import { checkWidget } from "./check-widget";
import { settleMentions } from "./mentions";
import { canReadNew } from "./message-access";
import { checkContent, type Destination, findTarget, settleTarget } from "./message-target";
import { messageContext } from "./render-context";
import type { SendsUnderWay } from "./sends-under-way";

/** A message that is to be sent. */
export interface NewMessage {
  readonly to: Destination;
  /** Markdown. */
  readonly content: string;
  readonly readBySender: boolean;
  /** A widget that it is to be, in JSON; else its content may say one. */
  readonly widget?: string;
  /** Goes back to the sender's own queue with the message. */
  readonly origin?: { readonly queueId: string; readonly localId: string };
  /** What the sender calls this send: a repeat answers with the first one's id, and sends nothing. */
  readonly key?: string;
  /** The scheduled message that this is: it is sent only while that waits as it is, and takes it away. */
  readonly scheduled?: ScheduledMessage;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly renderer: MessageRenderer;
  readonly messages: MessageReader;
  readonly attachments: AttachmentReader;
  readonly personal: PersonalReader;
  readonly knownTopics: KnownTopics;
  readonly sendsUnderWay: SendsUnderWay<Sent>;
  readonly clock: Clock;
}

/** What became of a send. */
export interface Sent {
  readonly id: number;
  /** The policy that the message's topic has for its sender from now on, if the message changed it. */
  readonly raisedPolicy?: RaisedPolicy;
  /** Where it went; unknown of one that had been sent before. */
  readonly place?: Pick<Message, "conversation" | "topic">;
}

/**
 * Sends a message to a channel or directly to people. Fails where the destination
 * doesn't exist, or the sender may not write there.
 */
export const sendMessage =
  (ports: Ports) =>
  (caller: Caller, input: NewMessage): Result<Sent> =>
  () => {
    const send = sendNow(ports)(caller, input);
    return input.key === undefined ? send() : ports.sendsUnderWay.once(caller, input.key, send);
  };

const sendNow =
  (ports: Ports) =>
  (caller: Caller, input: NewMessage): Result<Sent> =>
  async () => {
    const { inTransaction, directory, renderer, messages, clock } = ports;
    const content = checkContent(input.content);
    if (isLeft(content)) return content;
    const widget = checkWidget(content.right, input.widget);
    if (isLeft(widget)) return widget;
    // Asked once before the work of rendering, and again under the lock, where the answer counts.
    let state = await directory.of(caller.realmId);
    let early = findTarget(state, caller, input.to, clock.now());
    if (isLeft(early)) {
      // Another node may know better: of somebody who was made there a moment ago.
      state = await directory.newest(caller.realmId);
      early = findTarget(state, caller, input.to, clock.now());
      if (isLeft(early)) return early;
    }
    const { sender, target } = early.right;
    const context = await messageContext(ports, state, sender, content.right, clock.now());
    const [rendered, raised] = await Promise.all([
      renderer.render(content.right, context),
      target.kind === "channel" ? policyBySending(ports, state, sender, target) : undefined,
    ]);
    if (isLeft(rendered)) return rendered;

    return inTransaction(caller, (tx) => async () => {
      // Read beside the transaction: if another node sends it meanwhile, this work is done again.
      const repeated =
        input.key === undefined
          ? undefined
          : await messages.idBySendKey(caller.realmId, caller.userId, input.key);
      if (repeated !== undefined) return right({ id: repeated });
      const { scheduled } = input;
      if (scheduled !== undefined && !(await isStillScheduled(tx, caller, scheduled)))
        return left(noSuchScheduledMessage);
      const place = await settleTarget(tx, caller, input.to);
      if (isLeft(place)) return place;
      const { conversation, topic, begins } = place.right;
      const marks = await settleMentions(tx, place.right.sender, place.right, rendered.right);
      if (isLeft(marks)) return marks;
      const shared = await sharableIn(tx, place.right.sender, content.right);
      const message: Message = {
        id: tx.newMessageId(),
        conversation,
        topic,
        senderId: caller.userId,
        content: content.right,
        renderedContent: rendered.right.html,
        rendererVersion: renderer.version,
        sentAt: Math.floor(tx.now / 1000),
        client: caller.client,
        readBySender: input.readBySender,
        reactions: [],
        edits: [],
        submessages:
          widget.right === undefined
            ? []
            : [
                {
                  id: tx.newId("submessage"),
                  senderId: caller.userId,
                  kind: widgetKind,
                  content: widget.right,
                },
              ],
      };
      const inGroups = Object.keys(marks.right).filter((id) => marks.right[id]?.includes("mentioned"));
      const mentioned = [...rendered.right.mentions.userIds, ...inGroups.map(Number)];
      const botCalls = botCallsOf(tx.state, message, mentioned);
      tx.append({
        type: "message_sent",
        message,
        beginsConversation: begins,
        marks: marks.right,
        ...(botCalls.length > 0 && { botCalls }),
        ...(input.origin && { origin: input.origin }),
        ...(input.key !== undefined && { sendKey: input.key }),
      });
      await shareAttachments(tx, message, shared, async (owner) =>
        canReadNew(tx.state, owner, message, tx.now),
      );
      const endSchedule = (): void => {
        if (scheduled !== undefined)
          tx.append({ type: "scheduled_removed", userId: caller.userId, scheduledId: scheduled.id });
      };
      if (conversation.kind === "direct") {
        if (begins) appendAcquaintance(tx, conversation.participants);
        endSchedule();
        return right({ id: message.id, place: { conversation, topic } });
      }
      wakeChannel(tx, conversation.channelId);
      const inTopic = { channelId: conversation.channelId, topic };
      const called = rendered.right.mentions.userIds.filter((id) => marks.right[id]?.includes("mentioned"));
      await followWhereMentioned(tx, called, inTopic);
      const isRaised = raised !== undefined && (await raisePolicy(tx, caller.userId, inTopic, raised));
      endSchedule();
      const sent = { id: message.id, place: { conversation, topic } };
      return right({ ...sent, ...(isRaised && { raisedPolicy: raised }) });
    })();
  };
