import { type ApiError, badRequest } from "../errors";
import type { EventId } from "../ids";

export const badEventQueueId = (queueId: string): ApiError => ({
  code: "BAD_EVENT_QUEUE_ID",
  message: `Bad event queue ID: ${queueId}`,
  queueId,
});
export const notQueueOfCaller = badRequest("You are not authorized to access this queue");
export const notEventsOfCaller = badRequest("You are not authorized to get events from this queue");
export const eventsAlreadyPruned = (lastEventId: EventId | undefined) =>
  badRequest(`An event newer than ${lastEventId} has already been pruned!`);
