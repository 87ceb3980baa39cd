import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { CallerError } from "../../../domain/caller-refusals";
import {
  type ChannelError,
  noSuchChannelId,
  noSuchChannelName,
  notAuthorizedToSend,
} from "../../../domain/channels/refusals";
import type { UserId } from "../../../domain/ids";
import { type Conversation, normalizeContent, sortedUnique } from "../../../domain/messages/message";
import {
  cannotStartDirectMessages,
  directMessagesDisabled,
  emptyMessage,
  type MessageError,
  messageHasNullBytes,
  recipientDeactivated,
} from "../../../domain/messages/refusals";
import { canSeeChannel, canSend } from "../../../domain/policy/channel-access";
import { may } from "../../../domain/policy/permission";
import type { RealmState } from "../../../domain/state/realm-state";
import { invalidTopicCharacter, type TopicError } from "../../../domain/topics/refusals";
import { normalizeTopic } from "../../../domain/topics/topic";
import type { UserError } from "../../../domain/users/refusals";
import type { User } from "../../../domain/users/user";
import { type Recipient, resolveRecipients } from "../../access/resolve-recipients";
import { type Caller, callerIn } from "../../caller";
import {
  checkTopic,
  checkTopicStart,
  hasControlCharacter,
  isMisleadingNewTopic,
} from "../../topics/shared/check-topic";
import type { Transaction } from "../../transaction";

/** The destination of a message as its sender names it. */
export type Destination =
  | {
      readonly kind: "channel";
      readonly channel: number | string;
      readonly topic: string;
      /**
       * Whether the sender is a bot that answers a message there. It may answer even if it may not otherwise send
       * there.
       */
      readonly isAnswer?: true;
    }
  | { readonly kind: "direct"; readonly recipients: readonly Recipient[] };

/** A resolved destination. Whether a direct conversation already exists is still open. */
export type Target =
  | {
      readonly kind: "channel";
      readonly conversation: Extract<Conversation, { kind: "channel" }>;
      readonly topic: string;
    }
  | { readonly kind: "direct"; readonly participants: readonly UserId[] };

/** Content as it is stored. Fails if it is empty or has null bytes. */
export const checkContent = (text: string): E.Either<MessageError, string> => {
  const content = normalizeContent(text);
  if (content.includes("\0")) return E.left(messageHasNullBytes);
  return content.trim() === "" ? E.left(emptyMessage) : E.right(content);
};

/**
 * Resolves a destination from the realm's state. Fails if the state already shows that the caller may not send there.
 */
export const findTarget = (
  state: RealmState,
  caller: Caller,
  to: Destination,
  now: number,
): E.Either<
  CallerError | ChannelError | MessageError | TopicError | UserError,
  { readonly sender: User; readonly target: Target }
> =>
  pipe(
    callerIn(state, caller),
    E.chainW((sender) =>
      pipe(
        targetOf(state, sender, to, now),
        E.map((target) => ({ sender, target })),
      ),
    ),
  );

const targetOf = (
  state: RealmState,
  sender: User,
  to: Destination,
  now: number,
): E.Either<ChannelError | MessageError | TopicError | UserError, Target> =>
  to.kind === "channel"
    ? channelTarget(state, sender, to, now)
    : directTarget(state, sender, to.recipients, now);

const channelTarget = (
  state: RealmState,
  sender: User,
  to: Extract<Destination, { kind: "channel" }>,
  now: number,
): E.Either<ChannelError | MessageError | TopicError, Target> => {
  const channel =
    typeof to.channel === "number" ? state.channels.get(to.channel) : state.channelByName(to.channel);
  const maySend = channel && (to.isAnswer ? !channel.isArchived : canSend(state, sender, channel, now));
  // Senders who may not see a channel get the same answer as if it didn't exist.
  if (channel === undefined || (!maySend && !canSeeChannel(state, sender, channel, now)))
    return E.left(
      typeof to.channel === "number" ? noSuchChannelId(to.channel) : noSuchChannelName(to.channel),
    );
  if (!maySend) return E.left(notAuthorizedToSend(channel.name));
  if (hasControlCharacter(to.topic)) return E.left(invalidTopicCharacter);
  return pipe(
    checkTopic(state, channel, normalizeTopic(to.topic)),
    E.map((topic) => ({
      kind: "channel",
      conversation: { kind: "channel", id: channel.conversationId, channelId: channel.id },
      topic,
    })),
  );
};

/**
 * Resolves a destination completely, with what only storage knows: whether the conversation or topic exists, and
 * whether the sender may create it.
 */
export const resolveTarget = async (
  tx: Transaction,
  caller: Caller,
  to: Destination,
): Promise<
  E.Either<
    CallerError | ChannelError | MessageError | TopicError | UserError,
    {
      readonly sender: User;
      readonly conversation: Conversation;
      readonly topic: string;
      readonly begins: boolean;
    }
  >
> => {
  const found = findTarget(tx.state, caller, to, tx.now);
  if (E.isLeft(found)) return found;
  const { sender, target } = found.right;
  if (to.kind !== "channel" || !to.isAnswer) {
    const topic = await checkTopicPlace(tx, sender, target);
    if (E.isLeft(topic)) return topic;
  }
  if (target.kind === "channel")
    return E.right({ sender, conversation: target.conversation, topic: target.topic, begins: false });
  const place = await directConversation(tx, sender, target.participants);
  return E.isLeft(place) ? place : E.right({ sender, topic: "", ...place.right });
};

/** Creating a topic requires a separate permission, and a name that doesn't mislead. */
const checkTopicPlace = async (
  tx: Transaction,
  sender: User,
  target: Target,
): Promise<E.Either<MessageError | TopicError, undefined>> => {
  if (target.kind === "direct") return E.right(undefined);
  const { conversation, topic } = target;
  return (await isMisleadingNewTopic(tx, conversation.id, topic))
    ? E.left(invalidTopicCharacter)
    : checkTopicStart(tx, sender, conversation, topic);
};

const directTarget = (
  state: RealmState,
  sender: User,
  recipients: readonly Recipient[],
  now: number,
): E.Either<MessageError | UserError, Target> =>
  pipe(
    resolveRecipients({ state, now }, sender, recipients),
    E.map((found) => found.filter((user) => user.id !== sender.id)),
    E.chainFirstW(checkAreActive),
    E.filterOrElseW(
      (others) => mayMessage(state, sender, others, now),
      () => directMessagesDisabled,
    ),
    E.map((others) => ({
      kind: "direct",
      participants: sortedUnique([sender.id, ...others.map(({ id }) => id)]),
    })),
  );

const checkAreActive = (users: readonly User[]): E.Either<MessageError, undefined> => {
  const inactive = users.find((user) => !user.isActive);
  return inactive ? E.left(recipientDeactivated(inactive.fullName)) : E.right(undefined);
};

/** Whether the sender or one of the people addressed may send direct messages. Anyone may message bots alone. */
const mayMessage = (state: RealmState, sender: User, others: readonly User[], now: number): boolean => {
  const people = others.filter((user) => user.bot === null);
  return (
    people.length === 0 ||
    [sender, ...people].some((user) => may(state, user, "directMessagePermissionGroup", now))
  );
};

const directConversation = async (
  tx: Transaction,
  sender: User,
  participants: readonly UserId[],
): Promise<E.Either<MessageError, { readonly conversation: Conversation; readonly begins: boolean }>> => {
  const known = await tx.conversationBetween(participants);
  if (known) return E.right({ conversation: known, begins: false });
  const withPeople = participants.some((id) => id !== sender.id && tx.state.users.get(id)?.bot === null);
  if (withPeople && !may(tx.state, sender, "directMessageInitiatorGroup", tx.now))
    return E.left(cannotStartDirectMessages);
  return E.right({
    conversation: { kind: "direct", id: tx.newId("conversation"), participants },
    begins: true,
  });
};
