import { longestIdleHours } from "../realm/realm-setting-bounds";
import type { RealmSettings } from "../realm/realm-settings";
import { millisecondsIn } from "../units/time";
import type { User } from "../users/user";

const { hour } = millisecondsIn;
export const longestIdleMilliseconds = longestIdleHours * hour;

interface SessionTimes {
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly lastSeenAt: number;
}

interface SessionOfUser extends SessionTimes {
  /** Whether it was authenticated with a second factor too. */
  readonly hasBoth: boolean;
}

/** Whether a session still signs in its user. Once a user has a second factor, sessions without one are invalid. */
export const isSessionValid = (
  session: SessionOfUser,
  user: Pick<User, "secondFactors">,
  settings: Expiry,
  now: number,
): boolean => !isSessionOver(session, settings, now) && (user.secondFactors === 0 || session.hasBoth);

type Expiry = Pick<RealmSettings, "sessionIdleHours" | "sessionLifetimeHours">;

/** Whether a session has expired, by age or by disuse. */
export const isSessionOver = (
  { createdAt, lastSeenAt }: SessionTimes,
  { sessionIdleHours, sessionLifetimeHours }: Expiry,
  now: number,
): boolean =>
  lastSeenAt < now - sessionIdleHours * hour ||
  (sessionLifetimeHours !== null && createdAt < now - sessionLifetimeHours * hour);
