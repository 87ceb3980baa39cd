import { LRUCache } from "lru-cache";
import { canSeeEmail } from "../../../domain/users/email";
import type { User } from "../../../domain/users/user";
import { encodeUser, type Reader } from "./user";

/** The ids of a run's users differ only in these bits, so that a change of one user changes one run. */
const runBits = 7;
/** Each takes about fifty kilobytes. A reader who sees no address but their own needs a separate one. */
const mostViews = 6;

interface Run {
  readonly users: readonly User[];
  /** The users' JSON, by everything else that it depends on. */
  readonly views: LRUCache<string, Uint8Array>;
}

/** By the first user of a run. */
const runs = new WeakMap<User, Run>();

/**
 * Users with their profiles as items of a JSON list, in runs. All readers with the same view share a run's bytes until one of
 * its users changes.
 */
export function* writtenUsers(users: readonly User[], reader: Reader): Generator<Uint8Array> {
  let run: User[] = [];
  for (const user of users) {
    const [first] = run;
    if (first !== undefined && first.id >> runBits !== user.id >> runBits) {
      yield writtenRun(run, reader);
      run = [];
    }
    run.push(user);
  }
  if (run.length > 0) yield writtenRun(run, reader);
}

const writtenRun = (users: readonly User[], reader: Reader): Uint8Array => {
  const { views } = runOf(users);
  const view = viewOf(users, reader);
  const known = views.get(view);
  if (known) return known;
  const written = Buffer.from(users.map((user) => JSON.stringify(encodeUser(user, reader, true))).join(","));
  views.set(view, written);
  return written;
};

const runOf = (users: readonly User[]): Run => {
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
