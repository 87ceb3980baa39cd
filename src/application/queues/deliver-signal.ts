import { type SignalItem, signalIdAt } from "../../domain/queues/event-queue";
import { acceptsSignal } from "../../domain/queues/event-selection";
import { addItem, type LiveQueue, mostPending } from "./live-queue";

/**
 * Puts a signal into a queue if its client wants it and the queue is up to date. The position is that of the
 * newest event that the queue may hold: the signal's id comes after it, and after every id that the client
 * received. The signal is lost if the queue is full, or if the log isn't extended in time for its id. @returns whether it
 * was added.
 */
export const deliverSignal = (
  live: LiveQueue,
  item: Omit<SignalItem, "eventId">,
  position: number,
): boolean => {
  if (live.readTo !== undefined || !acceptsSignal(live.queue, item.signal)) return false;
  const eventId = signalIdAt(position, live.lastId);
  if (eventId === undefined || live.pending.length >= mostPending) return false;
  live.lastId = eventId;
  addItem(live, { eventId, ...item });
  live.wake?.();
  return true;
};
