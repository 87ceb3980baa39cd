import * as E from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import type { ChannelError } from "../../../domain/channels/refusals";
import { compactIds } from "../../../domain/collections/compact-ids";
import type { UserId } from "../../../domain/ids";
import type { LimitError } from "../../../domain/limit-refusals";
import type { Message } from "../../../domain/messages/message";
import type { MessageError } from "../../../domain/messages/refusals";
import { widgetKind } from "../../../domain/messages/widget";
import { botCallsOf } from "../../../domain/policy/bot-call";
import { recipientsWhoMuted } from "../../../domain/policy/read-on-arrival";
import type { ScheduledMessageError } from "../../../domain/scheduled-messages/refusals";
import { noSuchScheduledMessage } from "../../../domain/scheduled-messages/refusals";
import type { TopicError } from "../../../domain/topics/refusals";
import type { UserError } from "../../../domain/users/refusals";
import type { User } from "../../../domain/users/user";
import { isStillScheduled } from "../../access/find-scheduled-message";
import { canReadNew } from "../../access/message-access";
import type { Caller } from "../../caller";
import { markChannelActive } from "../../channel-activity/channel-activity";
import { stillPrepared } from "../../prepared-outside";
import {
  followTopicIfMentioned,
  policyBySending,
  type RaisedPolicy,
  raisePolicy,
} from "../../topics/shared/raise-policy";
import type { Transaction } from "../../transaction";
import { stillSharable } from "../../uploads/shared/attachment-access";
import { shareAttachments } from "../../uploads/shared/share-attachments";
import { appendAcquaintance } from "../../users/shared/people-visibility";
import { resolveTarget } from "../shared/message-target";
import type { NewMessage, Sent } from "../shared/new-message";
import { renderedInLane } from "../shared/rendered-outside";
import { type FlagsByUser, mentionFlagsFor } from "./mention-flags";
import type { PreparedMessage, PreparePorts, ReadyMessage } from "./prepare-send";

/** Sends a prepared message in its lane: appends the message, and everything that follows from it. */
export const commitSend = async (
  ports: PreparePorts,
  tx: Transaction,
  caller: Caller,
  input: NewMessage,
  prepared: PreparedMessage,
): Promise<
  E.Either<
    CallerError | ChannelError | LimitError | MessageError | ScheduledMessageError | TopicError | UserError,
    Sent
  >
> => {
  if (input.scheduled !== undefined && !(await isStillScheduled(tx, caller, input.scheduled)))
    return E.left(noSuchScheduledMessage);
  // Rendering took a while since `prepareSend` looked: only this look, in the lane, decides.
  const target = await resolveTarget(tx, caller, input.to);
  if (E.isLeft(target)) return target;
  const { sender, conversation, topic, begins } = target.right;
  const rendered = renderedInLane(ports, tx, sender, prepared.rendered);
  if (E.isLeft(rendered)) return rendered;
  const flagsByUser = await mentionFlagsFor(tx, sender, target.right, rendered.right);
  if (E.isLeft(flagsByUser)) return flagsByUser;
  const shared = await stillSharable(tx, sender, prepared.files);
  const ready: ReadyMessage = {
    content: prepared.content,
    widget: prepared.widget,
    rendered: rendered.right,
    rendererVersion: ports.renderer.version,
    raisedPolicy: policyInLane(ports, tx, sender, target.right, prepared),
  };
  const message = newMessage(tx, caller, input, ready, { conversation, topic });
  appendMessage(tx, input, ready, message, flagsByUser.right, begins);
  await shareAttachments(tx, message, shared, async (owner) => canReadNew(tx.state, owner, message, tx.now));
  const isRaised = await followUp(tx, ready, message, flagsByUser.right, begins);
  if (input.scheduled !== undefined)
    tx.append({ type: "scheduled_removed", userId: caller.userId, scheduledId: input.scheduled.id });
  const { raisedPolicy } = ready;
  return E.right({
    id: message.id,
    place: { conversation, topic },
    ...(isRaised && raisedPolicy !== undefined && { raisedPolicy }),
  });
};

/** The sender's new policy for the topic, by the settings that hold in the lane. */
const policyInLane = (
  ports: PreparePorts,
  tx: Transaction,
  sender: User,
  { conversation, topic }: Pick<Message, "conversation" | "topic">,
  { policy }: PreparedMessage,
): RaisedPolicy | undefined =>
  policy === undefined || conversation.kind === "direct"
    ? undefined
    : stillPrepared(tx, "policy", policy, () =>
        policyBySending(ports, tx.state, sender, { conversation, topic }),
      );

const newMessage = (
  tx: Transaction,
  { userId, client }: Caller,
  { readBySender }: NewMessage,
  { content, rendered, rendererVersion, widget }: ReadyMessage,
  target: Pick<Message, "conversation" | "topic">,
): Message => ({
  id: tx.newMessageId(),
  ...target,
  senderId: userId,
  content,
  renderedContent: rendered.html,
  rendererVersion,
  sentAt: Math.floor(tx.now / 1000),
  client,
  readBySender,
  reactions: [],
  edits: [],
  submessages:
    widget === undefined
      ? []
      : [{ id: tx.newId("submessage"), senderId: userId, kind: widgetKind, content: widget }],
});

const isMentioned = (flagsByUser: FlagsByUser, userId: UserId | string): boolean =>
  flagsByUser[userId]?.includes("mentioned") ?? false;

const appendMessage = (
  tx: Transaction,
  { origin, key }: NewMessage,
  { rendered }: ReadyMessage,
  message: Message,
  flagsByUser: FlagsByUser,
  begins: boolean,
): void => {
  const throughGroups = Object.keys(flagsByUser).filter((id) => isMentioned(flagsByUser, id));
  const mentioned = [...rendered.mentions.userIds, ...throughGroups.map(Number)];
  const botCalls = botCallsOf(tx.state, message, mentioned);
  const muters = recipientsWhoMuted(tx.state, message);
  tx.append({
    type: "message_sent",
    message,
    beginsConversation: begins,
    flagsByUser,
    ...(botCalls.length > 0 && { botCalls }),
    ...(muters.length > 0 && { readBy: compactIds(muters) }),
    ...(origin && { origin }),
    ...(key !== undefined && { sendKey: key }),
  });
};

/**
 * Appends the events that a send causes in its conversation. @returns whether the sender's policy for the topic
 * changed.
 */
const followUp = async (
  tx: Transaction,
  { rendered, raisedPolicy }: ReadyMessage,
  { conversation, topic, senderId }: Message,
  flagsByUser: FlagsByUser,
  begins: boolean,
): Promise<boolean> => {
  if (conversation.kind === "direct") {
    if (begins) appendAcquaintance(tx, conversation.participants);
    return false;
  }
  const { channelId } = conversation;
  markChannelActive(tx, channelId);
  const mentionedByName = rendered.mentions.userIds.filter((id) => isMentioned(flagsByUser, id));
  await followTopicIfMentioned(tx, mentionedByName, { channelId, topic });
  return raisedPolicy !== undefined && raisePolicy(tx, senderId, { channelId, topic }, raisedPolicy);
};
