import type { User } from "./user";

/** When somebody was last here: doing something, and at all. Unix milliseconds. */
export interface Presence {
  readonly activeAt: number;
  readonly idleAt: number;
}

/** What people are, as their clients report it. */
export const presenceStatuses = ["active", "idle"] as const;
type PresenceStatus = (typeof presenceStatuses)[number];

/** How often clients report, and how old a report may be before its user counts as offline. */
export const presencePingSeconds = 60;
export const offlineAfterSeconds = 200;
/** How far back a first answer goes. */
export const presenceHistoryDays = 14;

/**
 * Others hear of somebody who stays at most this often: with a poll a minute, that keeps every client from
 * thinking them offline, at half the traffic of passing on each report.
 */
const retellAfterMilliseconds = 100_000;

/** How long ago somebody was here who counts as recently active. */
const recentMilliseconds = presenceHistoryDays * 86_400_000;

/**
 * Whether somebody was active in the last two weeks, or may have been: bots don't say, and people may hide it. Whoever
 * joined since then counts as active.
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

/** Whether others need to hear what is new, given what they last heard. */
export const isNews = (told: Presence | undefined, current: Presence): boolean =>
  told === undefined ||
  current.activeAt - told.activeAt >= retellAfterMilliseconds ||
  current.idleAt - told.idleAt >= retellAfterMilliseconds;

/** Whether others thought the user offline, or idle where they now are active. */
export const isArrival = (told: Presence | undefined, current: Presence): boolean => {
  const offline = offlineAfterSeconds * 1000;
  return (
    told === undefined ||
    current.idleAt - told.idleAt >= offline ||
    (current.activeAt > told.activeAt && current.activeAt - told.activeAt >= offline)
  );
};
