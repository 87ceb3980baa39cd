import type { RealmEvent } from "../../domain/event";
import type { RealmState } from "../../domain/realm-state";
import type { LogStep } from "../../domain/state/log-step";
import type { User } from "../../domain/user";
import type { LogFollower } from "../log-follower";
import type { ApiKeys } from "../ports/api-keys";

interface RealmKeys {
  readonly userIds: Map<string, number>;
  readonly ofUsers: Map<number, { readonly version: number; readonly key: string }>;
  /** Settles when everybody's key is in the table. */
  made: Promise<void>;
}

/** Keys made in one turn of the event loop: some milliseconds. */
const sliceSize = 250;

/**
 * Finds who an API key belongs to where nothing else is told of them. The keys of a realm are made at the first question, in
 * slices; later each change of a user makes one.
 */
export class KeyIndex implements LogFollower {
  private readonly realms = new Map<number, RealmKeys>();

  constructor(private readonly ports: { readonly apiKeys: ApiKeys }) {}

  async find(state: RealmState, key: string): Promise<User | undefined> {
    const realmId = state.realm.id;
    const keys = this.realms.get(realmId) ?? this.begin(state);
    await keys.made;
    const user = state.users.get(keys.userIds.get(key) ?? -1);
    // The table only says whom to ask: that the key is theirs now is asked in constant time.
    return user && this.ports.apiKeys.isKeyOf(realmId, user.id, user.apiKeyVersion, key) ? user : undefined;
  }

  follow(realmId: number, { event, after }: LogStep): void {
    const keys = this.realms.get(realmId);
    const user = keys && after.users.get(userWithKeyOf(event) ?? -1);
    if (user) this.put(keys, realmId, user);
  }

  /** What changed meanwhile isn't known: the keys are made anew. */
  passedOver(realmId: number): void {
    this.realms.delete(realmId);
  }

  /** Forgets a realm that is no longer held here. */
  release(realmId: number): void {
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
      // Whoever is there already has changed since.
      if (!keys.ofUsers.has(user.id)) this.put(keys, realm.id, user);
      count += 1;
      if (count % sliceSize === 0) await new Promise((next) => setImmediate(next));
    }
  }

  private put({ userIds, ofUsers }: RealmKeys, realmId: number, { id, apiKeyVersion }: User): void {
    const before = ofUsers.get(id);
    if (before?.version === apiKeyVersion) return;
    if (before) userIds.delete(before.key);
    const key = this.ports.apiKeys.keyOf(realmId, id, apiKeyVersion);
    userIds.set(key, id);
    ofUsers.set(id, { version: apiKeyVersion, key });
  }
}

/** The user whose key may be another one after the event. */
const userWithKeyOf = (event: RealmEvent): number | undefined => {
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
