import { mayPass } from "../api/http";

/** Marks messages as read. Those whose request gets no answer wait for a connection. */
export interface Reads {
  mark(ids: readonly number[]): void;
  /** There is a connection again. */
  resume(): void;
  /** The user marks messages as unread: the view that is open counts nothing as read any more. */
  holdOff(): void;
  /** How often that happened. */
  holds(): number;
}

export const createReads = (markRead: (ids: readonly number[]) => Promise<unknown>): Reads => {
  const waiting = new Set<number>();
  let held = 0;
  const send = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return;
    try {
      await markRead(ids);
    } catch (error) {
      if (mayPass(error)) return;
      // The server refuses all if one is gone.
      const half = ids.length >> 1;
      if (half > 0) return void (await Promise.all([send(ids.slice(0, half)), send(ids.slice(half))]));
    }
    for (const id of ids) waiting.delete(id);
  };
  return {
    mark: (ids) => {
      for (const id of ids) waiting.add(id);
      void send(ids);
    },
    resume: () => void send([...waiting]),
    holdOff: () => {
      held += 1;
      waiting.clear();
    },
    holds: () => held,
  };
};
