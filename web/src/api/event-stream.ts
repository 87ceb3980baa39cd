import type { ServerEvent } from "../wire/event";
import { openEvents } from "./http";

/** A queue's events as they arrive. */
export interface EventStream {
  /** The events since the last call, once there are any; none if the stream has ended. Throws if it has gone silent. */
  readonly next: () => Promise<readonly ServerEvent[]>;
  readonly end: () => void;
}

/** The server's first bytes come at once. A proxy that holds them back this long, in milliseconds, holds back events too. */
const longestOpening = 5000;
/** The server writes something at least every 20 seconds. */
const longestSilence = 45_000;

/** Reads server-sent events piece by piece: returns those that a piece of the text completes. */
export const eventReader = () => {
  let rest = "";
  let data = "";
  return (text: string): readonly ServerEvent[] => {
    const events: ServerEvent[] = [];
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    // Each event contains its id.
    for (const line of lines)
      if (line.startsWith("data:")) data += line.slice(5);
      else if (data !== "" && line.trim() === "") {
        events.push(JSON.parse(data));
        data = "";
      }
    return events;
  };
};

/** Opens the stream of a queue. Resolves with its first bytes. */
export const openStream = async (
  queueId: string,
  lastEventId: number,
  signal: AbortSignal,
): Promise<EventStream> => {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSilent = false;
  let isOver = false;
  let arrived: ServerEvent[] = [];
  let changed = (): void => undefined;
  const expectBytes = (within: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      ending.abort();
    }, within);
  };
  const end = (): void => {
    clearTimeout(timer);
    ending.abort();
    isOver = true;
    changed();
  };
  const begin = async () => {
    const query = { queue_id: queueId, last_event_id: lastEventId };
    // Firefox would let it wait for one with the same address, until that ends.
    const options = { signal: AbortSignal.any([signal, ending.signal]), cache: "no-store" } as const;
    const reader = (await openEvents("/events/stream", query, options)).getReader();
    const decoder = new TextDecoder();
    const read = eventReader();
    return async (): Promise<boolean> => {
      const { value } = await reader.read();
      expectBytes(longestSilence);
      if (value) arrived.push(...read(decoder.decode(value, { stream: true })));
      if (arrived.length > 0) changed();
      return value !== undefined;
    };
  };
  expectBytes(longestOpening);
  try {
    const readOn = await begin();
    await readOn();
    const readAll = async (): Promise<void> => {
      while (await readOn());
    };
    readAll().then(end, end);
  } catch (error) {
    end();
    throw error;
  }
  return {
    next: async () => {
      while (arrived.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      if (arrived.length === 0 && isSilent) throw new TypeError("The stream has gone silent");
      const events = arrived;
      arrived = [];
      return events;
    },
    end,
  };
};
