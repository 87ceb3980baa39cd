import * as E from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import type { ChannelError } from "../../../domain/channels/refusals";
import { unixSeconds } from "../../../domain/codec/whole-number";
import type { ChannelId, UserId } from "../../../domain/ids";
import type { MessageError } from "../../../domain/messages/refusals";
import {
  invalidChannelIdType,
  notInTheFuture,
  type ScheduledMessageError,
  tooFarInTheFuture,
} from "../../../domain/scheduled-messages/refusals";
import {
  type ScheduledDestination,
  type ScheduledMessage,
  scheduledLateness,
} from "../../../domain/scheduled-messages/scheduled-message";
import type { TopicError } from "../../../domain/topics/refusals";
import { invalidRecipientsType, type UserError } from "../../../domain/users/refusals";
import type { Caller } from "../../caller";
import { type Destination, resolveTarget } from "../../messages/shared/message-target";
import type { Transaction } from "../../transaction";

/** A scheduled message's destination as a client sends it: a channel id or user ids. */
export interface ScheduledDestinationInput {
  readonly kind: ScheduledDestination["kind"];
  readonly to: ChannelId | readonly UserId[];
  readonly topic: string;
}

/** The time, in Unix seconds, if it is in the future. `now` is in Unix milliseconds. */
export const checkDeliveryTime = (
  deliverAt: number,
  now: number,
): E.Either<ScheduledMessageError, number> => {
  if (!unixSeconds.is(deliverAt)) return E.left(tooFarInTheFuture);
  return deliverAt * 1000 > now ? E.right(deliverAt) : E.left(notInTheFuture);
};

/** Whether it is too late to send the message. `now` is in milliseconds. */
export const isTooLate = ({ deliverAt }: ScheduledMessage, now: number): boolean =>
  now > (deliverAt + scheduledLateness) * 1000;

const destinationIn = ({
  kind,
  to,
  topic,
}: ScheduledDestinationInput): E.Either<ScheduledMessageError | UserError, Destination> => {
  if (kind === "channel")
    return typeof to === "number" ? E.right({ kind, channel: to, topic }) : E.left(invalidChannelIdType);
  return typeof to === "number" ? E.left(invalidRecipientsType) : E.right({ kind, recipients: to });
};

/** The resolved destination, if the sender may send there now. */
export const checkScheduledDestination = async (
  tx: Transaction,
  caller: Caller,
  destination: ScheduledDestinationInput,
): Promise<
  E.Either<
    CallerError | ChannelError | MessageError | ScheduledMessageError | TopicError | UserError,
    ScheduledDestination
  >
> => {
  const to = destinationIn(destination);
  if (E.isLeft(to)) return to;
  const target = await resolveTarget(tx, caller, to.right);
  if (E.isLeft(target)) return target;
  const { conversation, topic } = target.right;
  return E.right(
    conversation.kind === "channel"
      ? { kind: "channel", channelId: conversation.channelId, topic }
      : { kind: "direct", userIds: conversation.participants },
  );
};

/** The recipients of a direct message from its sender's view: the others, or only the sender. */
export const recipientsOf = (userIds: readonly UserId[], senderId: UserId): readonly UserId[] =>
  userIds.length === 1 ? userIds : userIds.filter((id) => id !== senderId);

/** A stored destination in the form clients send it. */
export const asDestinationInput = (
  place: ScheduledDestination,
  senderId: UserId,
): ScheduledDestinationInput =>
  place.kind === "channel"
    ? { kind: place.kind, to: place.channelId, topic: place.topic }
    : { kind: place.kind, to: recipientsOf(place.userIds, senderId), topic: "" };
