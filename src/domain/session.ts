import type { RealmSettings } from "./realm-settings";

const hour = 3_600_000;
/** No organization keeps sessions for longer that nobody uses, in hours. */
export const longestIdleHours = 720;
export const longestIdleMilliseconds = longestIdleHours * hour;

interface Lived {
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly lastSeenAt: number;
}

/** Whether a session is over, because it is old or wasn't used for so long. */
export const isSessionOver = (
  { createdAt, lastSeenAt }: Lived,
  {
    sessionIdleHours,
    sessionLifetimeHours,
  }: Pick<RealmSettings, "sessionIdleHours" | "sessionLifetimeHours">,
  now: number,
): boolean =>
  lastSeenAt < now - sessionIdleHours * hour ||
  (sessionLifetimeHours !== null && createdAt < now - sessionLifetimeHours * hour);
