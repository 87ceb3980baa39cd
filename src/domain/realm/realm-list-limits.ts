import * as E from "fp-ts/Either";
import { type LimitError, personalShareUsed, realmListFull, tooManyADay } from "../limit-refusals";

/** A limit of a list that a whole realm shares, with the list's name in error messages. */
interface RealmListLimit {
  readonly title: string;
  /** Counts archived, deactivated and hidden items, too, because all of them stay in memory. */
  readonly count: number;
}

/**
 * Lists that people of a realm can grow. Clients receive them in full when they register. The limits are far above what
 * organizations have.
 */
export const realmListLimits = {
  channels: { title: "channels", count: 50_000 },
  groups: { title: "user groups", count: 20_000 },
  emoji: { title: "custom emoji", count: 20_000 },
  linkifiers: { title: "linkifiers", count: 500 },
  playgrounds: { title: "playgrounds", count: 500 },
  profileFields: { title: "profile fields", count: 200 },
  channelFolders: { title: "channel folders", count: 1000 },
  defaultChannelGroups: { title: "default channel groups", count: 200 },
  domains: { title: "domains", count: 1000 },
  openInvitations: { title: "open invitations", count: 20_000 },
} as const satisfies Readonly<Record<string, RealmListLimit>>;

export type RealmListName = keyof typeof realmListLimits;

/** Whether a list may become this long. */
export const checkRealmList = (name: RealmListName, count: number): E.Either<LimitError, undefined> => {
  const { title, count: most } = realmListLimits[name];
  return count > most ? E.left(realmListFull(title, most)) : E.right(undefined);
};

/** Lists that people who aren't administrators can grow. */
export type SharedListName = "channels" | "groups" | "emoji" | "openInvitations";

/** The share of such a list that one person may fill, together with their bots, so that nobody can fill it alone. */
const personalShare = 0.1;

/** Whether somebody's part of a list may become this long. */
export const checkPersonalShare = (name: SharedListName, count: number): E.Either<LimitError, undefined> => {
  const most = Math.ceil(realmListLimits[name].count * personalShare);
  return count > most ? E.left(personalShareUsed(realmListLimits[name].title, most)) : E.right(undefined);
};

/**
 * How much one person may create within 24 hours, together with their bots. Administrators have no such limit: they set up
 * organizations, by scripts too.
 */
export const dailyLimits = {
  channels: 500,
  groups: 200,
  emoji: 200,
  invitations: 500,
  invitationLinks: 100,
} as const satisfies Readonly<Record<string, number>>;

export type DailyLimitName = keyof typeof dailyLimits;

const created: Readonly<Record<DailyLimitName, string>> = {
  channels: realmListLimits.channels.title,
  groups: realmListLimits.groups.title,
  emoji: realmListLimits.emoji.title,
  invitations: "invitations",
  invitationLinks: "invitation links",
};

/** Whether somebody may create this many within a day. */
export const checkPersonalDay = (name: DailyLimitName, count: number): E.Either<LimitError, undefined> =>
  count > dailyLimits[name] ? E.left(tooManyADay(created[name], dailyLimits[name])) : E.right(undefined);
