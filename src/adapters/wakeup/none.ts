import type { Wakeup } from "../../application/ports/wakeup";

/** For a process that has its storage to itself. */
export const noWakeup: Wakeup = {
  announce: () => {},
  listen: async () => ({ close: async () => {} }),
};
