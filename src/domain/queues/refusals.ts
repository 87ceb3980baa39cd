import type { EventId } from "../ids";
import { badRequest, type RefusalIn, refusal } from "../refusal";

export type QueueError = RefusalIn<typeof import("./refusals")>;

export const badEventQueueId = (queueId: string) => ({
  ...refusal("badEventQueueId", "BAD_EVENT_QUEUE_ID", `Bad event queue ID: ${queueId}`),
  queueId,
});
export const notQueueOfCaller = badRequest("notQueueOfCaller", "You are not authorized to access this queue");
export const notEventsOfCaller = badRequest(
  "notEventsOfCaller",
  "You are not authorized to get events from this queue",
);
export const eventsAlreadyPruned = (lastEventId: EventId | undefined) =>
  badRequest("eventsAlreadyPruned", `An event newer than ${lastEventId} has already been pruned!`);
