import type { ServerEvent } from "../wire/event";
import type { EventStream } from "./event-stream";
import type { Following } from "./follow-queue";

type Fetch<A> = (queueId: string, lastEventId: number, signal: AbortSignal) => Promise<A>;

interface Sources {
  readonly openStream: Fetch<EventStream>;
  readonly fetchEvents: (
    queueId: string,
    lastEventId: number,
    signal: AbortSignal,
    /** Whether to answer at once, even without events. */
    isQuick: boolean,
  ) => Promise<readonly ServerEvent[]>;
  readonly meaning: Following["meaning"];
  readonly now: Following["now"];
}

/** Streams that end sooner than this, in milliseconds, without an event, are of no use if there are several in succession. */
const shortestStream = 5000;
const mostShortStreams = 3;
/** For how long polls replace streams that don't get through; twice as long each time, up to an hour. */
const firstPolling = 60_000;
const longestPolling = 60 * firstPolling;

/** Asks for a queue's next events: by a stream that stays open from call to call, or by polls where streams don't get through. */
export const nextEvents = ({ openStream, fetchEvents, meaning, now }: Sources): Sources["fetchEvents"] => {
  let stream: EventStream | undefined;
  let openedAt = 0;
  let shortStreams = 0;
  let polling = firstPolling;
  let pollsUntil = 0;
  return async (queueId, lastEventId, signal, isQuick) => {
    if (isQuick) {
      // The server may have restarted, or the network changed: streams may get through by now.
      pollsUntil = 0;
      // An open one would bring the events of this poll again, or those of an expired queue.
      stream?.end();
      stream = undefined;
    }
    if (isQuick || now() < pollsUntil) return fetchEvents(queueId, lastEventId, signal, isQuick);
    try {
      if (!stream) {
        openedAt = now();
        stream = await openStream(queueId, lastEventId, signal);
      }
      const events = await stream.next();
      if (events.length > 0) {
        shortStreams = 0;
        polling = firstPolling;
        return events;
      }
      // The server ends streams, and proxies cut them. If there was a reason, the server gives it when it refuses the next one.
      shortStreams = now() - openedAt < shortestStream ? shortStreams + 1 : 0;
      stream = undefined;
      if (shortStreams < mostShortStreams) return events;
    } catch (error) {
      stream = undefined;
      if (meaning(error) !== "lost") throw error;
    }
    // If this succeeds at once, there is a connection, and only streams don't get through.
    const events = await fetchEvents(queueId, lastEventId, signal, true);
    shortStreams = 0;
    pollsUntil = now() + polling;
    polling = Math.min(polling * 2, longestPolling);
    return events;
  };
};
