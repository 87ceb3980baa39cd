import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { ApiKeys } from "../ports/api-keys";

interface RealmKeys {
  /** Where the realm was when it was looked at. */
  position: number;
  readonly userIds: Map<string, number>;
  readonly versions: Map<number, number>;
}

/** Finds who an API key belongs to where nothing else is told of them. */
export class KeyIndex {
  private readonly realms = new Map<number, RealmKeys>();

  constructor(private readonly ports: { readonly apiKeys: ApiKeys }) {}

  find(state: RealmState, key: string): User | undefined {
    const realmId = state.realm.id;
    const known = this.realms.get(realmId) ?? { position: -1, userIds: new Map(), versions: new Map() };
    this.realms.set(realmId, known);
    if (known.position !== state.position) this.follow(known, state);
    const user = state.users.get(known.userIds.get(key) ?? -1);
    // The table only says whom to ask: that the key is theirs now is asked in constant time.
    return user && this.ports.apiKeys.isKeyOf(realmId, user.id, user.apiKeyVersion, key) ? user : undefined;
  }

  private follow(known: RealmKeys, { realm, users, position }: RealmState): void {
    for (const { id, apiKeyVersion } of users.values()) {
      const before = known.versions.get(id);
      if (before === apiKeyVersion) continue;
      if (before !== undefined) known.userIds.delete(this.ports.apiKeys.keyOf(realm.id, id, before));
      known.userIds.set(this.ports.apiKeys.keyOf(realm.id, id, apiKeyVersion), id);
      known.versions.set(id, apiKeyVersion);
    }
    known.position = position;
  }
}
