import type { RealmSettings } from "../realm/realm-settings";
import { millisecondsIn } from "../units/time";

const { hour } = millisecondsIn;
/** The longest idle time that an organization can allow, in hours. */
export const longestIdleHours = 720;
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
