import type { RealmId } from "../../domain/ids";
import type { RealmRegistry } from "../ports/realm/realm-registry";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly registry: RealmRegistry;
  readonly clock: Clock;
}

interface CachedRealm {
  readonly realmId: RealmId | undefined;
  /** Unix milliseconds. */
  readonly freshUntil: number;
}

/** How long to cache a subdomain without its own realm. Another node may create one at any time. */
const substituteMilliseconds = 1000;
/** Clients can send any subdomain. Beyond this many, the oldest entry is dropped. */
const mostSubdomains = 10_000;

/** The first label of a host name, in lower case; empty for IP addresses. */
export const subdomainOf = (host: string): string =>
  /^[\d.]+$|:/.test(host) ? "" : (host.split(".")[0]?.toLowerCase() ?? "");

/** Caches the realm at each subdomain. */
export class KnownRealms {
  private readonly cached = new Map<string, CachedRealm>();
  private readonly lookingUp = new Map<string, Promise<CachedRealm>>();

  constructor(private readonly ports: Ports) {}

  /**
   * The id of the realm with this subdomain, or else of the one at the server's own address. If the server has only
   * one realm, any subdomain leads to it.
   */
  async idAt(subdomain: string): Promise<RealmId | undefined> {
    const cached = this.cached.get(subdomain);
    if (cached && this.ports.clock.now() < cached.freshUntil) return cached.realmId;
    // Many clients ask at once when an entry expires, so they share one lookup.
    const lookingUp =
      this.lookingUp.get(subdomain) ?? this.lookUp(subdomain).finally(() => this.lookingUp.delete(subdomain));
    this.lookingUp.set(subdomain, lookingUp);
    const found = await lookingUp;
    this.cached.delete(subdomain);
    // Without a realm, the first one may be created any moment.
    if (found.realmId === undefined) return undefined;
    this.cached.set(subdomain, found);
    const [oldest] = this.cached.keys();
    if (this.cached.size > mostSubdomains && oldest !== undefined) this.cached.delete(oldest);
    return found.realmId;
  }

  /** Whether the cache has this realm for the subdomain. */
  isKnownAt(subdomain: string, realmId: RealmId): boolean {
    const cached = this.cached.get(subdomain);
    return cached?.realmId === realmId && this.ports.clock.now() < cached.freshUntil;
  }

  /** Drops a subdomain after a realm was created there. Another realm may have answered for it before. */
  forget(subdomain: string): void {
    this.cached.delete(subdomain);
    this.lookingUp.delete(subdomain);
  }

  private async lookUp(subdomain: string): Promise<CachedRealm> {
    const { registry, clock } = this.ports;
    const realm = await registry.bySubdomain(subdomain);
    // A realm never changes its subdomain.
    if (realm) return { realmId: realm.id, freshUntil: Number.POSITIVE_INFINITY };
    const freshUntil = clock.now() + substituteMilliseconds;
    return { realmId: await this.substitute(), freshUntil };
  }

  private async substitute(): Promise<RealmId | undefined> {
    const { registry } = this.ports;
    const atOwnAddress = await registry.bySubdomain("");
    if (atOwnAddress) return atOwnAddress.id;
    const [first, ...others] = await registry.page(0, 2);
    return others.length === 0 ? first?.id : undefined;
  }
}
