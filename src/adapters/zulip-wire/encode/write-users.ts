import { LRUCache } from "lru-cache";
import { canSeeEmail } from "../../../domain/users/email";
import type { Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { encodeUser, type Reader } from "./user";
import type { UserRuns } from "./user-lists";

/** Each takes about fifty kilobytes. A reader who sees no address but their own needs a separate one. */
const mostViews = 6;

interface WrittenRun {
  /** By role, whose addresses a reader outside the run sees: a digit for each user. */
  readonly seen: Map<Role | undefined, string>;
  /** The users' JSON, by everything else that it depends on. */
  readonly views: LRUCache<string, Uint8Array>;
}

/** Users of a realm as items of a JSON list, in runs. All readers with the same view share a run's bytes until one of its users changes. */
export type WriteUsers = (runs: UserRuns, reader: Reader) => Iterable<Uint8Array>;

/** `withProfile` adds the values of custom profile fields. */
const writerOf = (withProfile: boolean): WriteUsers => {
  const known = new WeakMap<readonly User[], WrittenRun>();
  return function* (runs, reader) {
    for (const users of runs) {
      const written = known.get(users) ?? { seen: new Map(), views: new LRUCache({ max: mostViews }) };
      known.set(users, written);
      const view = viewOf(users, written, reader);
      const bytes = written.views.get(view) ?? bytesOf(users, reader, withProfile);
      written.views.set(view, bytes);
      yield bytes;
    }
  };
};

export const writeUsers = { withProfiles: writerOf(true), withoutProfiles: writerOf(false) };

const bytesOf = (users: readonly User[], reader: Reader, withProfile: boolean): Uint8Array =>
  Buffer.from(users.map((user) => JSON.stringify(encodeUser(user, reader, withProfile))).join(","));

const digitsOf = (users: readonly User[], reader: User | undefined): string =>
  users.map((user) => (canSeeEmail(reader, user) ? "1" : "0")).join("");

/** Whether the reader's id is among those of a run, which ascend. */
const isAmong = (users: readonly User[], { id }: User): boolean =>
  id >= (users[0]?.id ?? 0) && id <= (users.at(-1)?.id ?? 0);

/** Whose addresses the reader sees, as a digit for each user. Apart from the reader's own, that depends only on their role. */
const seenBy = (users: readonly User[], { seen }: WrittenRun, reader: User | undefined): string => {
  if (reader !== undefined && isAmong(users, reader)) return digitsOf(users, reader);
  const digits = seen.get(reader?.role) ?? digitsOf(users, reader);
  seen.set(reader?.role, digits);
  return digits;
};

/** What the users' JSON depends on: whose addresses the reader sees, and who computes avatars. */
const viewOf = (
  users: readonly User[],
  written: WrittenRun,
  { user, realm, clientGravatar }: Reader,
): string => `${realm.host} ${clientGravatar} ${seenBy(users, written, user)}`;
