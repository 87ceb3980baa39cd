import { longestIdleHours } from "../realm/realm-setting-bounds";
import type { RealmSettings } from "../realm/realm-settings";
import { millisecondsIn } from "../units/time";

const { hour } = millisecondsIn;
export const longestIdleMilliseconds = longestIdleHours * hour;

interface SessionTimes {
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly lastSeenAt: number;
}

/** Whether a session has expired, by age or by disuse. */
export const isSessionOver = (
  { createdAt, lastSeenAt }: SessionTimes,
  {
    sessionIdleHours,
    sessionLifetimeHours,
  }: Pick<RealmSettings, "sessionIdleHours" | "sessionLifetimeHours">,
  now: number,
): boolean =>
  lastSeenAt < now - sessionIdleHours * hour ||
  (sessionLifetimeHours !== null && createdAt < now - sessionLifetimeHours * hour);
