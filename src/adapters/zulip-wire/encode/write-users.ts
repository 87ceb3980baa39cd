import { LRUCache } from "lru-cache";
import type { UserId } from "../../../domain/ids";
import { canSeeEmail } from "../../../domain/users/email";
import type { Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { encodeUser, type Reader } from "./user";

/** Users are grouped into runs whose ids differ only in these bits, so a change to one user rewrites one run. */
const runBits = 7;
/** Each takes about fifty kilobytes. A reader who sees no address but their own needs a separate one. */
const mostViews = 6;

interface Run {
  readonly users: readonly User[];
  /** By role, whose addresses a reader outside the run's block of ids sees: a digit for each user. */
  readonly seen: Map<Role | undefined, string>;
  /** The users' JSON, by everything else that it depends on. */
  readonly views: LRUCache<string, Uint8Array>;
}

/** By the first user of a run. */
type Runs = WeakMap<User, Run>;

/** Users of a realm as items of a JSON list, in runs. All readers with the same view share a run's bytes until one of its users changes. */
export type WriteUsers = (users: readonly User[], reader: Reader) => Iterable<Uint8Array>;

/** Writes lists that no user is in twice. `withProfile` adds the values of custom profile fields. */
const writerOf = (withProfile: boolean): WriteUsers => {
  const runs: Runs = new WeakMap();
  /** The lists of a state are the same for many readers. */
  const divided = new WeakMap<readonly User[], readonly Run[]>();
  return function* (users, reader) {
    const all = divided.get(users) ?? runsOf(runs, users);
    divided.set(users, all);
    for (const run of all) yield writtenRun(run, reader, withProfile);
  };
};

const blockOf = ({ id }: { readonly id: UserId }): number => id >> runBits;

const runsOf = (known: Runs, users: readonly User[]): readonly Run[] => {
  const all: Run[] = [];
  let run: User[] = [];
  for (const [index, user] of users.entries()) {
    run.push(user);
    const next = users[index + 1];
    if (next !== undefined && blockOf(next) === blockOf(user)) continue;
    all.push(runOf(known, run));
    run = [];
  }
  return all;
};

/** For the lists of a registration. */
export const writeUsers = writerOf(true);
/** For one list of everybody. Its runs are longer, so it has its own. */
export const writeEverybody = { withProfiles: writerOf(true), withoutProfiles: writerOf(false) };

const writtenRun = (run: Run, reader: Reader, withProfile: boolean): Uint8Array => {
  const view = viewOf(run, reader);
  const known = run.views.get(view);
  if (known) return known;
  const written = Buffer.from(
    run.users.map((user) => JSON.stringify(encodeUser(user, reader, withProfile))).join(","),
  );
  run.views.set(view, written);
  return written;
};

const runOf = (runs: Runs, users: readonly User[]): Run => {
  const [first] = users;
  const known = first && runs.get(first);
  if (known?.users.length === users.length && known.users.every((user, place) => user === users[place]))
    return known;
  const run = { users, seen: new Map(), views: new LRUCache<string, Uint8Array>({ max: mostViews }) };
  if (first) runs.set(first, run);
  return run;
};

const digitsOf = (users: readonly User[], reader: User | undefined): string =>
  users.map((user) => (canSeeEmail(reader, user) ? "1" : "0")).join("");

/** Whose addresses the reader sees, as a digit for each user. Apart from the reader's own, that depends only on their role. */
const seenBy = ({ users, seen }: Run, reader: User | undefined): string => {
  const [first] = users;
  if (reader !== undefined && first !== undefined && blockOf(first) === blockOf(reader))
    return digitsOf(users, reader);
  const digits = seen.get(reader?.role) ?? digitsOf(users, reader);
  seen.set(reader?.role, digits);
  return digits;
};

/** What the users' JSON depends on: whose addresses the reader sees, and who computes avatars. */
const viewOf = (run: Run, { user, realm, clientGravatar }: Reader): string =>
  `${realm.host} ${clientGravatar} ${seenBy(run, user)}`;
