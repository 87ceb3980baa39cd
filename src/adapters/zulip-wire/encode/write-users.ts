import { LRUCache } from "lru-cache";
import { canSeeEmail } from "../../../domain/users/email";
import type { User } from "../../../domain/users/user";
import { encodeUser, type Reader } from "./user";

/** Users are grouped into runs whose ids differ only in these bits, so a change to one user rewrites one run. */
const runBits = 7;
/** Each takes about fifty kilobytes. A reader who sees no address but their own needs a separate one. */
const mostViews = 6;

interface Run {
  readonly users: readonly User[];
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
  return function* (users, reader) {
    let run: User[] = [];
    for (const user of users) {
      const [first] = run;
      if (first !== undefined && first.id >> runBits !== user.id >> runBits) {
        yield writtenRun(runs, run, reader, withProfile);
        run = [];
      }
      run.push(user);
    }
    if (run.length > 0) yield writtenRun(runs, run, reader, withProfile);
  };
};

/** For the lists of a registration. */
export const writeUsers = writerOf(true);
/** For one list of everybody. Its runs are longer, so it has its own. */
export const writeEverybody = { withProfiles: writerOf(true), withoutProfiles: writerOf(false) };

const writtenRun = (runs: Runs, users: readonly User[], reader: Reader, withProfile: boolean): Uint8Array => {
  const { views } = runOf(runs, users);
  const view = viewOf(users, reader);
  const known = views.get(view);
  if (known) return known;
  const written = Buffer.from(
    users.map((user) => JSON.stringify(encodeUser(user, reader, withProfile))).join(","),
  );
  views.set(view, written);
  return written;
};

const runOf = (runs: Runs, users: readonly User[]): Run => {
  const [first] = users;
  const known = first && runs.get(first);
  if (known?.users.length === users.length && known.users.every((user, place) => user === users[place]))
    return known;
  const run = { users, views: new LRUCache<string, Uint8Array>({ max: mostViews }) };
  if (first) runs.set(first, run);
  return run;
};

/** What the users' JSON depends on: whose addresses the reader sees, and who computes avatars. */
const viewOf = (users: readonly User[], { user: reader, realm, clientGravatar }: Reader): string => {
  let seen = "";
  for (const user of users) seen += canSeeEmail(reader, user) ? "1" : "0";
  return `${realm.host} ${clientGravatar} ${seen}`;
};
