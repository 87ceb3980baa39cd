import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, notFound } from "../../domain/errors";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import type { Caller } from "../caller";
import type { Transaction } from "../transaction";

type Owner = Pick<Caller, "realmId" | "userId">;

export const noSuchScheduledMessage = notFound("Scheduled message does not exist");

/** The owner's scheduled message of that id, unless it is sent or taken back. */
export const findScheduled = async (
  tx: Transaction,
  { realmId, userId }: Owner,
  scheduledId: number,
): Promise<Either<ApiError, ScheduledMessage>> => {
  const found = (await tx.personal.scheduled(realmId, userId)).find(({ id }) => id === scheduledId);
  return found ? right(found) : left(noSuchScheduledMessage);
};

/** Whether it waits as it was: neither sent nor changed by anybody, nor failed. */
export const isStillScheduled = async (
  tx: Transaction,
  { realmId, userId }: Owner,
  scheduled: ScheduledMessage,
): Promise<boolean> => {
  const found = (await tx.personal.scheduled(realmId, userId)).find(({ id }) => id === scheduled.id);
  return found?.failure === null && JSON.stringify(found) === JSON.stringify(scheduled);
};
