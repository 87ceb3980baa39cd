import type { UserId } from "../ids";
import { isOpen } from "../invitations/invitation";
import type { LimitError } from "../limit-refusals";
import {
  type DailyLimitName,
  personalDayRefusal,
  personalShareRefusal,
  type RealmListName,
  realmListRefusal,
  type SharedListName,
} from "../realm/realm-list-limits";
import type { RealmState } from "../state/realm-state";
import { millisecondsIn } from "../units/time";
import { allows } from "../users/role";
import type { User } from "../users/user";
import { isOwnerOrBotOf } from "./allowance";

interface Creation {
  readonly by: UserId | null;
  /** Unix milliseconds; null if unknown. */
  readonly at: number | null;
}

/** What people created. An invitation by mail counts once for each mail sent. */
function* creationsOf(state: RealmState, name: DailyLimitName): Iterable<Creation> {
  switch (name) {
    case "channels":
      for (const { creatorId, createdAt } of state.channels.values()) yield { by: creatorId, at: createdAt };
      return;
    case "groups":
      for (const { creatorId, createdAt } of state.groups.values()) yield { by: creatorId, at: createdAt };
      return;
    case "emoji":
      for (const { authorId, createdAt } of state.emoji.values()) yield { by: authorId, at: createdAt };
      return;
    case "invitations":
      for (const { inviterId, mailedAt } of state.invitations.values())
        for (const at of mailedAt) yield { by: inviterId, at };
      return;
    case "invitationLinks":
      for (const { email, inviterId, invitedAt } of state.invitations.values())
        if (email === null) yield { by: inviterId, at: invitedAt };
  }
}

/** The creators of everything from the last 24 hours, one entry for each thing created. */
function* creatorsWithinDay(state: RealmState, name: DailyLimitName, now: number): Iterable<UserId | null> {
  for (const { by, at } of creationsOf(state, name))
    if (at !== null && at > now - millisecondsIn.day) yield by;
}

/** Who created the things in a list. */
function* creatorsOf(state: RealmState, name: SharedListName, now: number): Iterable<UserId | null> {
  if (name !== "openInvitations") for (const { by } of creationsOf(state, name)) yield by;
  else for (const one of state.invitations.values()) if (isOpen(one, now)) yield one.inviterId;
}

/** The number of a realm's things that count towards a limit. */
const lengthOf = (state: RealmState, name: RealmListName, now: number): number => {
  switch (name) {
    case "channels":
    case "groups":
    case "emoji":
    case "domains":
      return state[name].size;
    case "openInvitations":
      return [...creatorsOf(state, name, now)].length;
    case "linkifiers":
    case "playgrounds":
    case "profileFields":
    case "channelFolders":
    case "defaultChannelGroups":
      return state[name].length;
  }
};

/** The refusal if the realm has no room for this many more; undefined if it has. */
export const noRoomRefusal = (
  state: RealmState,
  name: RealmListName,
  now: number,
  added = 1,
): LimitError | undefined =>
  added === 0 ? undefined : realmListRefusal(name, lengthOf(state, name, now) + added);

/** The number of things that the user created, in person or by their bots. */
const countOwn = (state: RealmState, { id }: User, creators: Iterable<UserId | null>): number => {
  const isOwn = isOwnerOrBotOf(state, id);
  let count = 0;
  for (const by of creators) if (by !== null && isOwn(by)) count += 1;
  return count;
};

/** How much the user created within 24 hours, in person or by their bots. */
export const createdWithinDay = (
  state: RealmState,
  creator: User,
  name: DailyLimitName,
  now: number,
): number => countOwn(state, creator, creatorsWithinDay(state, name, now));

const isLimited = (creator: User, added: number): boolean =>
  added > 0 && !allows(creator.role, "administrator");

/** The refusal if the user, with their bots, would create too many within 24 hours; undefined otherwise. */
export const tooManyADayRefusal = (
  state: RealmState,
  creator: User,
  name: DailyLimitName,
  now: number,
  added = 1,
): LimitError | undefined =>
  isLimited(creator, added)
    ? personalDayRefusal(name, added + createdWithinDay(state, creator, name, now))
    : undefined;

const overShareRefusal = (
  state: RealmState,
  creator: User,
  name: SharedListName,
  now: number,
  added: number,
): LimitError | undefined =>
  isLimited(creator, added)
    ? personalShareRefusal(name, added + countOwn(state, creator, creatorsOf(state, name, now)))
    : undefined;

/**
 * The refusal if the realm has no room for this many more, or the user, with their bots, would fill too much of it, or
 * create too many within 24 hours; undefined if they may.
 */
export const creationRefusal = (
  state: RealmState,
  creator: User,
  [list, daily]: readonly [SharedListName, DailyLimitName],
  now: number,
  added = 1,
): LimitError | undefined =>
  noRoomRefusal(state, list, now, added) ??
  overShareRefusal(state, creator, list, now, added) ??
  tooManyADayRefusal(state, creator, daily, now, added);
