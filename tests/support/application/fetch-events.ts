import type { Caller } from "../../../src/application/caller";
import { awaitEvents, type EventsRequest, type Receive } from "../../../src/application/events/await-events";

type Outcome = Awaited<Parameters<Receive>[0]>;

/** One poll of a queue, by a client that stays until it is answered. */
export const fetchEvents =
  (ports: Parameters<typeof awaitEvents>[0]) =>
  (caller: Caller, request: EventsRequest) =>
  (): Promise<Outcome> =>
    new Promise((resolve) => {
      awaitEvents(ports)(caller, request, resolve);
    });
