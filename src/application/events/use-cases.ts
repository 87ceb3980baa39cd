import type { Workings } from "../workings";
import { deleteQueue } from "./delete-queue";
import { fetchEvents } from "./fetch-events";
import { registerQueue } from "./register-queue";
import { relaySignal } from "./relay-signal";
import { sweep } from "./sweep";

/** Event queues, and what is told to them. */
export const eventUseCases = (workings: Workings) => ({
  deleteQueue: deleteQueue(workings),
  fetch: fetchEvents(workings),
  register: registerQueue(workings),
  relaySignal: relaySignal(workings),
  sweep: sweep(workings),
});
