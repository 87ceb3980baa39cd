import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { UserId } from "../ids";
import { isOpen } from "../invitations/invitation";
import type { LimitError } from "../limit-refusals";
import {
  checkPersonalDay,
  checkPersonalShare,
  checkRealmList,
  type DailyLimitName,
  type RealmListName,
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

/** The number of a realm's things that count toward a limit. */
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

/** Whether the realm has room for this many more. */
export const checkRoom = (
  state: RealmState,
  name: RealmListName,
  now: number,
  added = 1,
): E.Either<LimitError, undefined> =>
  added === 0 ? E.right(undefined) : checkRealmList(name, lengthOf(state, name, now) + added);

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

/** Whether the user, with their bots, may create this many more within 24 hours. */
export const checkWithinDay = (
  state: RealmState,
  creator: User,
  name: DailyLimitName,
  now: number,
  added = 1,
): E.Either<LimitError, undefined> =>
  isLimited(creator, added)
    ? checkPersonalDay(name, added + createdWithinDay(state, creator, name, now))
    : E.right(undefined);

const checkShare = (
  state: RealmState,
  creator: User,
  name: SharedListName,
  now: number,
  added: number,
): E.Either<LimitError, undefined> =>
  isLimited(creator, added)
    ? checkPersonalShare(name, added + countOwn(state, creator, creatorsOf(state, name, now)))
    : E.right(undefined);

/**
 * Whether the realm has room for this many more, and the user, with their bots, would neither fill too much of it nor
 * create too many within 24 hours.
 */
export const checkCreation = (
  state: RealmState,
  creator: User,
  [list, daily]: readonly [SharedListName, DailyLimitName],
  now: number,
  added = 1,
): E.Either<LimitError, undefined> =>
  pipe(
    checkRoom(state, list, now, added),
    E.chain(() => checkShare(state, creator, list, now, added)),
    E.chain(() => checkWithinDay(state, creator, daily, now, added)),
  );
