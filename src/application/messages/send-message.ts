import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canSend, holdsInChannel } from "../../domain/channel-access";
import {
  type ApiError,
  badRequest,
  noSuchChannelId,
  noSuchChannelName,
  notAuthorizedToSend,
} from "../../domain/errors";
import {
  type Conversation,
  type Message,
  normalizeContent,
  normalizeTopic,
  sortedUnique,
} from "../../domain/message";
import { may } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { MessageRenderer } from "../ports/message-renderer";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction, Transaction } from "../transaction";
import { sharableIn } from "../uploads/attachment-access";
import { shareAttachments } from "../uploads/share-attachments";
import { type Recipient, resolveRecipients } from "../users/resolve-recipients";
import { checkTopic, hasControlCharacter } from "./check-topic";

export type Destination =
  | { readonly kind: "channel"; readonly channel: number | string; readonly topic: string }
  | { readonly kind: "direct"; readonly recipients: readonly Recipient[] };

export interface NewMessage {
  readonly to: Destination;
  /** Markdown. */
  readonly content: string;
  readonly readBySender: boolean;
  /** Goes back to the sender's own queue with the message. */
  readonly origin?: { readonly queueId: string; readonly localId: string };
  /** What the sender calls this send: a repeat answers with the first one's id, and sends nothing. */
  readonly key?: string;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly renderer: MessageRenderer;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

type Target =
  | {
      readonly kind: "channel";
      readonly conversation: Extract<Conversation, { kind: "channel" }>;
      readonly topic: string;
    }
  | { readonly kind: "direct"; readonly participants: readonly number[] };

/**
 * Sends a message to a channel or directly to people; answers with its id. Fails where the destination
 * doesn't exist, or the sender may not write there.
 */
export const sendMessage = (ports: Ports) => {
  const send = sendOnce(ports);
  /** Sends under a key that are under way here, by realm, sender and key. */
  const underWay = new Map<string, ReturnType<ReturnType<typeof send>>>();
  return (caller: Caller, input: NewMessage): Result<number> =>
    () => {
      if (input.key === undefined) return send(caller, input)();
      const name = `${caller.realmId} ${caller.userId} ${input.key}`;
      const first = underWay.get(name);
      if (first) return first;
      const sending = send(caller, input)().finally(() => underWay.delete(name));
      underWay.set(name, sending);
      return sending;
    };
};

const sendOnce =
  ({ inTransaction, directory, renderer, messages, clock }: Ports) =>
  (caller: Caller, input: NewMessage): Result<number> =>
  async () => {
    const content = normalizeContent(input.content);
    if (content.includes("\0")) return left(badRequest("Message must not contain null bytes"));
    if (content.trim() === "") return left(badRequest("Message must not be empty"));
    // Asked once before the work of rendering, and again under the lock, where the answer counts.
    const state = await directory.of(caller.realmId);
    if (isLeft(decide(state, caller, input.to, clock.now()))) {
      // Another node may know better: of somebody who was made there a moment ago.
      const early = decide(await directory.newest(caller.realmId), caller, input.to, clock.now());
      if (isLeft(early)) return early;
    }
    const { html } = await renderer.render(content);

    return inTransaction(caller.realmId, (tx) => async () => {
      // Read beside the transaction: if another node sends it meanwhile, this work is done again.
      const repeated =
        input.key === undefined
          ? undefined
          : await messages.idBySendKey(caller.realmId, caller.userId, input.key);
      if (repeated !== undefined) return right(repeated);
      const decision = decide(tx.state, caller, input.to, tx.now);
      if (isLeft(decision)) return decision;
      const { sender, target } = decision.right;
      const refusal = await topicRefusal(tx, sender, target);
      if (refusal) return left(refusal);
      const place =
        target.kind === "channel"
          ? right({ conversation: target.conversation, begins: false })
          : await directConversation(tx, caller.realmId, sender, target.participants);
      if (isLeft(place)) return place;
      const shared = await sharableIn(tx, sender, content);
      const message: Message = {
        id: tx.newMessageId(),
        conversation: place.right.conversation,
        topic: target.kind === "channel" ? target.topic : "",
        senderId: sender.id,
        content,
        renderedContent: html,
        sentAt: Math.floor(tx.now / 1000),
        client: caller.client,
        readBySender: input.readBySender,
        reactions: [],
        edits: [],
      };
      tx.append({
        type: "message_sent",
        message,
        beginsConversation: place.right.begins,
        marks: {},
        ...(input.origin && { origin: input.origin }),
        ...(input.key !== undefined && { sendKey: input.key }),
      });
      await shareAttachments(tx, message, shared);
      return right(message.id);
    })();
  };

const decide = (
  state: RealmState,
  caller: Caller,
  to: Destination,
  now: number,
): Either<ApiError, { readonly sender: User; readonly target: Target }> => {
  const found = callerIn(state, caller);
  if (isLeft(found)) return found;
  const sender = found.right;
  const target =
    to.kind === "channel"
      ? channelTarget(state, sender, to, now)
      : directTarget(state, sender, to.recipients, now);
  return isLeft(target) ? target : right({ sender, target: target.right });
};

const channelTarget = (
  state: RealmState,
  sender: User,
  to: Extract<Destination, { kind: "channel" }>,
  now: number,
): Either<ApiError, Target> => {
  const channel =
    typeof to.channel === "number" ? state.channels.get(to.channel) : state.channelByName(to.channel);
  if (channel === undefined)
    return left(typeof to.channel === "number" ? noSuchChannelId(to.channel) : noSuchChannelName(to.channel));
  if (!canSend(state, sender, channel, now)) return left(notAuthorizedToSend(channel.name));
  if (hasControlCharacter(to.topic)) return left(badRequest("Invalid character in topic, at position 1!"));
  const topic = normalizeTopic(to.topic);
  const checked = checkTopic(state, channel, topic);
  if (isLeft(checked)) return checked;
  return right({
    kind: "channel",
    conversation: { kind: "channel", id: channel.conversationId, channelId: channel.id },
    topic,
  });
};

/** Beginning a topic is a permission of its own. */
const topicRefusal = async (
  { state, now, messages }: Transaction,
  sender: User,
  target: Target,
): Promise<ApiError | undefined> => {
  if (target.kind === "direct") return undefined;
  const { conversation, topic } = target;
  const channel = state.channels.get(conversation.channelId);
  if (channel === undefined || holdsInChannel(state, sender, channel, "canCreateTopicGroup", now))
    return undefined;
  return (await messages.hasTopic(state.realm.id, conversation.id, topic))
    ? undefined
    : badRequest("You do not have permission to create new topics in this channel.");
};

const directTarget = (
  state: RealmState,
  sender: User,
  recipients: readonly Recipient[],
  now: number,
): Either<ApiError, Target> => {
  const found = resolveRecipients(state, recipients);
  if (isLeft(found)) return found;
  const others = found.right.filter((user) => user.id !== sender.id);
  const inactive = others.find((user) => !user.isActive);
  if (inactive) return left(badRequest(`'${inactive.fullName}' is no longer part of this organization.`));
  const people = others.filter((user) => user.bot === null);
  if (
    people.length > 0 &&
    ![sender, ...people].some((user) => may(state, user, "directMessagePermissionGroup", now))
  )
    return left(badRequest("Direct messages are disabled in this organization."));
  return right({ kind: "direct", participants: sortedUnique([sender.id, ...others.map(({ id }) => id)]) });
};

const directConversation = async (
  tx: Transaction,
  realmId: number,
  sender: User,
  participants: readonly number[],
): Promise<Either<ApiError, { readonly conversation: Conversation; readonly begins: boolean }>> => {
  const known = await tx.directConversations.between(realmId, participants);
  if (known) return right({ conversation: known, begins: false });
  const withPeople = participants.some((id) => id !== sender.id && tx.state.users.get(id)?.bot === null);
  if (withPeople && !may(tx.state, sender, "directMessageInitiatorGroup", tx.now))
    return left(badRequest("You do not have permission to initiate direct message conversations."));
  return right({
    conversation: { kind: "direct", id: tx.newId("conversation"), participants },
    begins: true,
  });
};
