import type { RealmEvent } from "../../domain/events/event";
import type { RealmId, UserId } from "../../domain/ids";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import type { LogFollower } from "../held-realms/log-follower";
import { nextTurn } from "../next-turn";
import type { ApiKeys } from "../ports/api-keys/api-keys";

interface RealmKeys {
  readonly userIds: Map<string, UserId>;
  readonly ofUsers: Map<UserId, { readonly version: number; readonly key: string }>;
  /** Settles when the table holds the keys of all users. */
  made: Promise<void>;
}

/** Keys derived per turn of the event loop, a few milliseconds. */
const sliceSize = 250;

/**
 * Finds the user of an API key that comes without an address. The first lookup derives all keys of a realm, in slices;
 * afterwards each change of a user derives one.
 */
export class KeyIndex implements LogFollower {
  private readonly realms = new Map<RealmId, RealmKeys>();

  constructor(private readonly ports: { readonly apiKeys: ApiKeys }) {}

  async find(state: RealmState, key: string): Promise<User | undefined> {
    const realmId = state.realm.id;
    const keys = this.realms.get(realmId) ?? this.begin(state);
    await keys.made;
    const id = keys.userIds.get(key);
    const user = id === undefined ? undefined : state.users.get(id);
    // The table only names a candidate. The check takes constant time.
    return user && this.ports.apiKeys.isKeyOf(realmId, user.id, user.apiKeyVersion, key) ? user : undefined;
  }

  follow(realmId: RealmId, { event, after }: LogStep): void {
    const keys = this.realms.get(realmId);
    const id = keys && userWithKeyOf(event);
    const user = id === undefined ? undefined : after.users.get(id);
    if (keys && user) this.put(keys, realmId, user);
  }

  /** Nobody knows what changed in between, so the keys are derived again. */
  passedOver(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  /** Drops a realm that this node no longer holds. */
  release(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  private begin(state: RealmState): RealmKeys {
    const keys: RealmKeys = { userIds: new Map(), ofUsers: new Map(), made: Promise.resolve() };
    this.realms.set(state.realm.id, keys);
    keys.made = this.make(keys, state);
    return keys;
  }

  private async make(keys: RealmKeys, { realm, users }: RealmState): Promise<void> {
    let count = 0;
    for (const user of users.values()) {
      // Users already in the table changed meanwhile and are up to date.
      if (!keys.ofUsers.has(user.id)) this.put(keys, realm.id, user);
      count += 1;
      if (count % sliceSize === 0) await nextTurn();
    }
  }

  private put({ userIds, ofUsers }: RealmKeys, realmId: RealmId, { id, apiKeyVersion }: User): void {
    const before = ofUsers.get(id);
    if (before?.version === apiKeyVersion) return;
    if (before) userIds.delete(before.key);
    const key = this.ports.apiKeys.keyOf(realmId, id, apiKeyVersion);
    userIds.set(key, id);
    ofUsers.set(id, { version: apiKeyVersion, key });
  }
}

/** The user whose key the event may change. */
const userWithKeyOf = (event: RealmEvent): UserId | undefined => {
  switch (event.type) {
    case "user_created":
      return event.user.id;
    case "user_changed":
    case "user_reactivated":
      return event.userId;
    default:
      return undefined;
  }
};
