import { type SignalItem, signalIdAt } from "../../domain/queues/event-queue";
import { categoryOfSignal } from "../../domain/queues/signal";
import { addItem, type LiveQueue } from "./live-queue";

/**
 * Puts a signal into a queue if its client wants it and the queue is up to date. The position is that of the
 * newest event that the queue may hold: the signal's id comes after it, and after every id that the client
 * received. @returns whether it was added.
 */
export const deliverSignal = (
  live: LiveQueue,
  item: Omit<SignalItem, "eventId">,
  position: number,
): boolean => {
  const { categories } = live.queue;
  const isWanted = categories === null || categories.includes(categoryOfSignal(item.signal));
  const eventId = signalIdAt(position, live.lastId);
  if (live.readTo !== undefined || !isWanted || eventId === undefined) return false;
  live.lastId = eventId;
  addItem(live, { eventId, ...item });
  live.wake?.();
  return true;
};
