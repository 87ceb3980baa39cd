import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import {
  type ScheduledMessage,
  type ScheduledPlace,
  scheduledLateness,
} from "../../domain/scheduled-message";
import type { Caller } from "../caller";
import { type Destination, settleTarget } from "../messages/message-target";
import type { Transaction } from "../transaction";

/** Where a scheduled message is to go, as a client names it: a channel's id, or people's. */
export interface WantedPlace {
  readonly kind: ScheduledPlace["kind"];
  readonly to: number | readonly number[];
  readonly topic: string;
}

export const notInTheFuture = badRequest("Scheduled delivery time must be in the future.");

/** `now` is in milliseconds. */
export const isInTheFuture = (deliverAt: number, now: number): boolean => deliverAt * 1000 > now;

/** `now` is in milliseconds. */
export const isTooLate = ({ deliverAt }: ScheduledMessage, now: number): boolean =>
  now > (deliverAt + scheduledLateness) * 1000;

const destinationIn = ({ kind, to, topic }: WantedPlace): Either<ApiError, Destination> => {
  if (kind === "channel")
    return typeof to === "number"
      ? right({ kind, channel: to, topic })
      : left(badRequest("Invalid data type for channel ID"));
  return typeof to === "number"
    ? left(badRequest("Invalid data type for recipients"))
    : right({ kind, recipients: to });
};

/** The place, if its sender may write there now. */
export const checkPlace = async (
  tx: Transaction,
  caller: Caller,
  wanted: WantedPlace,
): Promise<Either<ApiError, ScheduledPlace>> => {
  const to = destinationIn(wanted);
  if (isLeft(to)) return to;
  const settled = await settleTarget(tx, caller, to.right);
  if (isLeft(settled)) return settled;
  const { conversation, topic } = settled.right;
  return right(
    conversation.kind === "channel"
      ? { kind: "channel", channelId: conversation.channelId, topic }
      : { kind: "direct", userIds: conversation.participants },
  );
};

/** The people of a direct message as its sender names them: the others, or themselves alone. */
export const recipientsOf = (userIds: readonly number[], senderId: number): readonly number[] =>
  userIds.length === 1 ? userIds : userIds.filter((id) => id !== senderId);

/** The same place as a client would name it. */
export const asWanted = (place: ScheduledPlace, senderId: number): WantedPlace =>
  place.kind === "channel"
    ? { kind: place.kind, to: place.channelId, topic: place.topic }
    : { kind: place.kind, to: recipientsOf(place.userIds, senderId), topic: "" };
