import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canReadContent, canSend } from "../../domain/channel-access";
import { type ApiError, badRequest, invalidChannelId, notAuthorizedToSend } from "../../domain/errors";
import { normalizeTopic, sortedUnique } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { TypingOp, TypingPlace } from "../../domain/signal";
import type { User } from "../../domain/user";
import { userKnownTo } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { LiveQueues } from "../events/live-queues";
import { sendSignal } from "../events/send-signal";
import type { Clock } from "../ports/clock";
import type { Wakeup } from "../ports/wakeup";
import type { RealmDirectory } from "../realm-directory";

type TypingTarget =
  | { readonly kind: "direct"; readonly userIds: readonly number[] }
  | { readonly kind: "channel"; readonly channelId: number; readonly topic: string };

interface Ports {
  readonly directory: RealmDirectory;
  readonly liveQueues: LiveQueues;
  readonly wakeup: Wakeup;
  readonly clock: Clock;
}

/** Larger groups get no typing notifications. */
const mostTold = 100;

/** Tells others that the caller types a message, or no longer. Nothing of it is kept. API §4.1. */
export const signalTyping =
  ({ directory, liveQueues, wakeup, clock }: Ports) =>
  (caller: Caller, op: TypingOp, target: TypingTarget): Result<void> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const place =
      target.kind === "channel"
        ? channelPlace(state, user.right, target, clock.now())
        : directPlace(state, user.right, target.userIds, clock.now());
    if (isLeft(place)) return place;
    if (isHeard(state, place.right))
      sendSignal({ liveQueues, wakeup }, state, {
        type: "typing",
        op,
        userId: user.right.id,
        place: place.right,
      });
    return right(undefined);
  };

/** Whether there are few enough for it to be told. */
export const isHeard = (state: RealmState, place: TypingPlace): boolean =>
  (place.kind === "channel" ? state.subscribers(place.channelId).size : place.participants.length) <=
  mostTold;

/** Why the user doesn't tell where they type. */
export const typingRefusal = ({ settings }: User, kind: TypingPlace["kind"]): ApiError | undefined => {
  if (kind === "channel")
    return settings.sendStreamTypingNotifications
      ? undefined
      : badRequest("User has disabled typing notifications for channel messages");
  return settings.sendPrivateTypingNotifications
    ? undefined
    : badRequest("User has disabled typing notifications for direct messages");
};

const channelPlace = (
  state: RealmState,
  user: User,
  target: Extract<TypingTarget, { kind: "channel" }>,
  now: number,
): Either<ApiError, TypingPlace> => {
  const refusal = typingRefusal(user, "channel");
  if (refusal) return left(refusal);
  const channel = state.channels.get(target.channelId);
  if (channel === undefined) return left(invalidChannelId);
  if (canSend(state, user, channel, now)) return right({ ...target, topic: normalizeTopic(target.topic) });
  // The name is for those only who may read what is said there.
  return left(
    !channel.isArchived && canReadContent(state, user, channel, now)
      ? notAuthorizedToSend(channel.name)
      : invalidChannelId,
  );
};

const directPlace = (
  state: RealmState,
  user: User,
  userIds: readonly number[],
  now: number,
): Either<ApiError, TypingPlace> => {
  if (userIds.length === 0) return left(badRequest("Empty 'to' list"));
  const refusal = typingRefusal(user, "direct");
  if (refusal) return left(refusal);
  const stranger = userIds.find((id) => !userKnownTo(state, user, id, now));
  if (stranger !== undefined) return left(badRequest(`Invalid user ID ${stranger}`));
  return right({ kind: "direct", participants: sortedUnique([user.id, ...userIds]) });
};
