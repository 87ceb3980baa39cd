import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Channel } from "../../domain/channels/channel";
import { type ChannelError, invalidChannelId, notAuthorizedToSend } from "../../domain/channels/refusals";
import type { ChannelId, UserId } from "../../domain/ids";
import { sortedUnique } from "../../domain/messages/message";
import { canReadContent, canSend } from "../../domain/policy/channel-access";
import { userKnownTo } from "../../domain/policy/user-access";
import type { TypingConversation, TypingOp } from "../../domain/queues/signal";
import type { RealmState } from "../../domain/state/realm-state";
import { normalizeTopic } from "../../domain/topics/topic";
import { noTypingRecipients, type TypingError } from "../../domain/typing/refusals";
import { invalidUserId, type UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Wakeup } from "../ports/events/wakeup";
import type { Clock } from "../ports/system/clock";
import type { LiveQueues } from "../queues/live-queues";
import { sendSignal } from "../queues/send-signal";
import { checkTyping, isAudienceSmallEnough } from "./internal/typing-policy";

type TypingTarget =
  | { readonly kind: "direct"; readonly userIds: readonly UserId[] }
  | { readonly kind: "channel"; readonly channelId: ChannelId; readonly topic: string };

interface Ports {
  readonly directory: RealmDirectory;
  readonly liveQueues: LiveQueues;
  readonly wakeup: Wakeup;
  readonly clock: Clock;
}

/** Signals to others that the caller started or stopped typing a message. Nothing is stored. API §4.1. */
export const signalTyping =
  ({ directory, liveQueues, wakeup, clock }: Ports) =>
  (
    caller: Caller,
    op: TypingOp,
    target: TypingTarget,
  ): TaskEither<CallerError | ChannelError | TypingError | UserError, void> =>
    readAsCaller(directory, caller, async (state, user) => {
      const conversation: E.Either<ChannelError | TypingError | UserError, TypingConversation> =
        target.kind === "channel"
          ? channelConversation(state, user, target, clock.now())
          : directConversation(state, user, target.userIds, clock.now());
      if (E.isLeft(conversation)) return conversation;
      if (isAudienceSmallEnough(state, conversation.right))
        sendSignal({ liveQueues, wakeup }, state, {
          type: "typing",
          op,
          userId: user.id,
          place: conversation.right,
        });
      return E.right(undefined);
    });

const channelConversation = (
  state: RealmState,
  user: User,
  target: Extract<TypingTarget, { kind: "channel" }>,
  now: number,
): E.Either<ChannelError | TypingError, TypingConversation> =>
  pipe(
    checkTyping(user, "channel"),
    E.chainW(() => checkMaySend(state, user, target.channelId, now)),
    E.map(() => ({ ...target, topic: normalizeTopic(target.topic) })),
  );

const checkMaySend = (
  state: RealmState,
  user: User,
  channelId: ChannelId,
  now: number,
): E.Either<ChannelError, Channel> => {
  const channel = state.channels.get(channelId);
  if (channel === undefined) return E.left(invalidChannelId);
  if (canSend(state, user, channel, now)) return E.right(channel);
  // Only readers of the channel may see its name.
  return E.left(
    !channel.isArchived && canReadContent(state, user, channel, now)
      ? notAuthorizedToSend(channel.name)
      : invalidChannelId,
  );
};

const directConversation = (
  state: RealmState,
  user: User,
  userIds: readonly UserId[],
  now: number,
): E.Either<TypingError | UserError, TypingConversation> => {
  if (userIds.length === 0) return E.left(noTypingRecipients);
  return pipe(
    checkTyping(user, "direct"),
    E.chainW(() => checkAllKnown(state, user, userIds, now)),
    E.map((known) => ({ kind: "direct", participants: sortedUnique([user.id, ...known]) })),
  );
};

const checkAllKnown = (
  state: RealmState,
  user: User,
  userIds: readonly UserId[],
  now: number,
): E.Either<UserError, readonly UserId[]> => {
  const stranger = userIds.find((id) => !userKnownTo(state, user, id, now));
  return stranger === undefined ? E.right(userIds) : E.left(invalidUserId(stranger));
};
