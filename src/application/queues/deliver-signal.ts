import { type SignalItem, signalIdAt } from "../../domain/queues/event-queue";
import { acceptsSignal } from "../../domain/queues/event-selection";
import { isAboutSame, isAnnouncement } from "../../domain/queues/signal";
import { addItem, type LiveQueue, mostPending } from "./live-queue";

/** The most signals that wait for a client. Each queue has its own items for them. */
const mostSignals = 200;

/**
 * Puts a signal into a queue if its client wants it and the queue is up to date. The position is that of the
 * newest event that the queue may hold: the signal's id comes after it, and after every id that the client
 * received. The signal is lost if the queue is full of events, or if the log isn't extended in time for its id. Where many
 * signals wait, it takes the place of an earlier one. @returns whether it was added.
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
  if (live.pendingSignals >= mostSignals) removeEarlier(live, item.signal);
  addItem(live, { eventId, ...item });
  live.wake?.();
  return true;
};

/** Removes the earlier signal about the same as this one or, if there is none, the oldest. Announcements stay. */
const removeEarlier = (live: LiveQueue, signal: SignalItem["signal"]): void => {
  const { pending } = live;
  const same = pending.findIndex((item) => "signal" in item && isAboutSame(item.signal, signal));
  const index =
    same < 0 ? pending.findIndex((item) => "signal" in item && !isAnnouncement(item.signal)) : same;
  if (index < 0) return;
  pending.splice(index, 1);
  live.pendingSignals -= 1;
};
