import type { RealmId } from "../../domain/ids";
import { coarseNetwork } from "../../domain/realm/network";
import { millisecondsIn } from "../../domain/units/time";
import type { User } from "../../domain/users/user";
import type { ApiKeyUses } from "../ports/api-keys/api-key-uses";
import type { Clock } from "../ports/system/clock";

/** The program that uses a key, and its address. */
export interface KeyClient {
  readonly client: string;
  readonly remoteAddress: string;
}

interface Ports {
  readonly apiKeyUses: ApiKeyUses;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const { hour } = millisecondsIn;
const mostRemembered = 50_000;
const longestClient = 30;

/** Records the use of API keys, once an hour per key, without delaying the request. */
export class KeyUseLog {
  /** The last hour recorded, by key. */
  private readonly noted = new Map<string, number>();
  /** A cache keyed by the user object, which saves building a string key. A changed user is a new object. */
  private readonly notedOf = new WeakMap<User, number>();
  private readonly writing = new Set<Promise<void>>();

  constructor(private readonly ports: Ports) {}

  note(realmId: RealmId, user: User, holder: KeyClient): void {
    const usedAt = Math.floor(this.ports.clock.now() / hour) * hour;
    if (this.notedOf.get(user) === usedAt) return;
    this.notedOf.set(user, usedAt);
    const { id, apiKeyVersion } = user;
    const key = `${realmId} ${id} ${apiKeyVersion}`;
    if (this.noted.get(key) === usedAt) return;
    if (this.noted.size >= mostRemembered) this.noted.clear();
    this.noted.set(key, usedAt);
    const { client, remoteAddress } = holder;
    const use = { usedAt, client: client.slice(0, longestClient), network: coarseNetwork(remoteAddress) };
    const written = this.ports.apiKeyUses
      .note(realmId, id, apiKeyVersion, use)
      .catch(this.ports.onError)
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  /** Waits until pending writes are done. */
  async flush(): Promise<void> {
    await Promise.all(this.writing);
  }
}
