import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canSeeChannel, canSend, holdsInChannel } from "../../domain/channel-access";
import {
  type ApiError,
  badRequest,
  noSuchChannelId,
  noSuchChannelName,
  notAuthorizedToSend,
} from "../../domain/errors";
import { type Conversation, normalizeContent, normalizeTopic, sortedUnique } from "../../domain/message";
import { may } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Caller, callerIn } from "../caller";
import type { Transaction } from "../transaction";
import { type Recipient, resolveRecipients } from "../users/resolve-recipients";
import { checkTopic, hasControlCharacter } from "./check-topic";

/** Where a message is to go, as its sender names it. */
export type Destination =
  | {
      readonly kind: "channel";
      readonly channel: number | string;
      readonly topic: string;
      /** Whether the sender was called there by somebody who may write there, and answers. */
      readonly isAnswer?: true;
    }
  | { readonly kind: "direct"; readonly recipients: readonly Recipient[] };

/** Where it goes then. */
export type Target =
  | {
      readonly kind: "channel";
      readonly conversation: Extract<Conversation, { kind: "channel" }>;
      readonly topic: string;
    }
  | { readonly kind: "direct"; readonly participants: readonly number[] };

/** What a message would say, as it is kept. */
export const checkContent = (wanted: string): Either<ApiError, string> => {
  const content = normalizeContent(wanted);
  if (content.includes("\0")) return left(badRequest("Message must not contain null bytes"));
  return content.trim() === "" ? left(badRequest("Message must not be empty")) : right(content);
};

/** Whether the caller may write there at all, as far as the realm's state tells. */
export const findTarget = (
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
  const maySend = channel && (to.isAnswer ? !channel.isArchived : canSend(state, sender, channel, now));
  // Who may not know of a channel isn't told that it is there.
  if (channel === undefined || (!maySend && !canSeeChannel(state, sender, channel, now)))
    return left(typeof to.channel === "number" ? noSuchChannelId(to.channel) : noSuchChannelName(to.channel));
  if (!maySend) return left(notAuthorizedToSend(channel.name));
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

/** The place itself, with what only the tables tell: whether it begins with this message, and who may begin it. */
export const settleTarget = async (
  tx: Transaction,
  caller: Caller,
  to: Destination,
): Promise<
  Either<
    ApiError,
    {
      readonly sender: User;
      readonly conversation: Conversation;
      readonly topic: string;
      readonly begins: boolean;
    }
  >
> => {
  const found = findTarget(tx.state, caller, to, tx.now);
  if (isLeft(found)) return found;
  const { sender, target } = found.right;
  const refusal = to.kind === "channel" && to.isAnswer ? undefined : await topicRefusal(tx, sender, target);
  if (refusal) return left(refusal);
  if (target.kind === "channel")
    return right({ sender, conversation: target.conversation, topic: target.topic, begins: false });
  const place = await directConversation(tx, sender, target.participants);
  return isLeft(place) ? place : right({ sender, topic: "", ...place.right });
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
  const found = resolveRecipients({ state, now }, sender, recipients);
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
  sender: User,
  participants: readonly number[],
): Promise<Either<ApiError, { readonly conversation: Conversation; readonly begins: boolean }>> => {
  const known = await tx.conversationBetween(participants);
  if (known) return right({ conversation: known, begins: false });
  const withPeople = participants.some((id) => id !== sender.id && tx.state.users.get(id)?.bot === null);
  if (withPeople && !may(tx.state, sender, "directMessageInitiatorGroup", tx.now))
    return left(badRequest("You do not have permission to initiate direct message conversations."));
  return right({
    conversation: { kind: "direct", id: tx.newId("conversation"), participants },
    begins: true,
  });
};
