import type { PresenceUpdateId, UserId } from "../ids";
import { millisecondsIn } from "../units/time";
import type { User } from "../users/user";

/** When a user was last active, and when they were last connected, in Unix milliseconds. */
export interface Presence {
  readonly activeAt: number;
  readonly idleAt: number;
}

/** Presence changes since a client's last answer, by user id. */
export interface PresenceUpdates {
  readonly presences: ReadonlyMap<UserId, Presence>;
  /** The update id to ask with next time; undefined while nobody was ever present. */
  readonly lastUpdateId: PresenceUpdateId | undefined;
}

/** Statuses that clients report. */
export const presenceStatuses = ["active", "idle"] as const;
type PresenceStatus = (typeof presenceStatuses)[number];

/** How often clients report, and how old a report may be before its user counts as offline. */
export const presencePingSeconds = 60;
export const offlineAfterSeconds = 200;
/** How many days back a client's first answer reaches. */
export const presenceHistoryDays = 14;

/**
 * A user who stays present is published again this often at most. With a poll a minute, no client takes them for
 * offline, at half the traffic of publishing every report.
 */
const republishAfterMilliseconds = 100_000;

/** Users seen within this time count as recently active. */
const recentMilliseconds = presenceHistoryDays * millisecondsIn.day;

/**
 * Whether a user was active in the last two weeks, or may have been: bots don't report, and people may hide it. New
 * users count as active.
 */
export const isRecentlyActive = (
  user: Pick<User, "bot" | "joinedAt" | "settings">,
  presence: Presence | undefined,
  now: number,
): boolean =>
  user.bot !== null ||
  !user.settings.presenceEnabled ||
  now - Math.max(presence?.idleAt ?? 0, user.joinedAt) < recentMilliseconds;

/** Presence after a report. */
export const afterReport = (before: Presence | undefined, status: PresenceStatus, now: number): Presence => ({
  activeAt: status === "active" ? now : (before?.activeAt ?? 0),
  idleAt: now,
});

/** Whether the presence differs enough from what was last published. */
export const isWorthPublishing = (lastPublished: Presence | undefined, current: Presence): boolean =>
  lastPublished === undefined ||
  current.activeAt - lastPublished.activeAt >= republishAfterMilliseconds ||
  current.idleAt - lastPublished.idleAt >= republishAfterMilliseconds;

/** Whether the user was last published as offline, or as idle and is now active. */
export const isArrival = (lastPublished: Presence | undefined, current: Presence): boolean => {
  const offline = offlineAfterSeconds * 1000;
  return (
    lastPublished === undefined ||
    current.idleAt - lastPublished.idleAt >= offline ||
    (current.activeAt > lastPublished.activeAt && current.activeAt - lastPublished.activeAt >= offline)
  );
};
