import { type SignalItem, signalIdAt } from "../../domain/event-queue";
import { categoryOfSignal } from "../../domain/signal";
import type { LiveQueue } from "./held-queues";

/**
 * Puts a signal into a queue, if its client wants such and is up to date. The position is that of the newest event that
 * the queue may hold: the signal's id comes after it, and after every id that the client was given.
 * @returns whether it is in the queue.
 */
export const handSignal = (live: LiveQueue, item: Omit<SignalItem, "eventId">, position: number): boolean => {
  const { categories } = live.queue;
  const isWanted = categories === null || categories.includes(categoryOfSignal(item.signal));
  const eventId = signalIdAt(position, live.lastId);
  if (live.readTo !== undefined || !isWanted || eventId === undefined) return false;
  live.lastId = eventId;
  live.pending.push({ eventId, ...item });
  live.wake?.();
  return true;
};
