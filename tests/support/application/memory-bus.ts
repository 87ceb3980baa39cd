import type { Bus } from "../../../src/adapters/wakeup/bus";

/** An engine in memory, which delivers at once. Each call makes the bus of one process. */
export const memoryEngine = (): (() => Bus) => {
  const receivers = new Set<(payload: string) => void>();
  return () => ({
    mostBytes: 65_536,
    mostPayloads: 8,
    isByRealm: false,
    connect: async (receive) => {
      receivers.add(receive);
      return {
        ended: new Promise(() => undefined),
        follow: async () => undefined,
        leave: async () => undefined,
        check: async () => undefined,
        close: async () => {
          receivers.delete(receive);
        },
      };
    },
    publish: async (letters) => {
      for (const { payload } of letters) for (const receive of receivers) receive(payload);
    },
  });
};
