import { secondsIn } from "../units/time";

/** How long a queue waits for its client, in seconds; "mobile" for apps that may be asleep for hours. */
export type IdleTimeout = number | "mobile";

const usual = 600;
const mobile = 12 * secondsIn.hour;
const longest = secondsIn.week;

/** The seconds after which a queue without requests expires. */
export const idleSeconds = (timeout: IdleTimeout | undefined): number => {
  if (timeout === "mobile") return mobile;
  return timeout !== undefined && timeout > 0 ? Math.min(timeout, longest) : usual;
};
