import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { ScheduledMessageId } from "../../domain/ids";
import { noSuchScheduledMessage, type ScheduledMessageError } from "../../domain/scheduled-messages/refusals";
import type { ScheduledMessage } from "../../domain/scheduled-messages/scheduled-message";
import type { Caller } from "../caller";
import type { Transaction } from "../transaction";

type Owner = Pick<Caller, "realmId" | "userId">;

/** The owner's scheduled message with this id, unless it was sent or canceled. */
export const findScheduledMessage = async (
  tx: Transaction,
  { realmId, userId }: Owner,
  scheduledId: ScheduledMessageId,
): Promise<E.Either<ScheduledMessageError, ScheduledMessage>> => {
  const scheduled = await tx.userData.scheduled(realmId, userId);
  return pipe(
    scheduled.find(({ id }) => id === scheduledId),
    E.fromNullable(noSuchScheduledMessage),
  );
};

/** Whether the message still waits unchanged: not sent, edited, canceled or failed. */
export const isStillScheduled = async (
  tx: Transaction,
  { realmId, userId }: Owner,
  scheduled: ScheduledMessage,
): Promise<boolean> => {
  const found = (await tx.userData.scheduled(realmId, userId)).find(({ id }) => id === scheduled.id);
  return found?.failure === null && JSON.stringify(found) === JSON.stringify(scheduled);
};
