import type { Clock } from "../ports/clock";
import type { RealmRegistry } from "../ports/realm-registry";

interface Ports {
  readonly registry: RealmRegistry;
  readonly clock: Clock;
}

interface Known {
  readonly realmId: number | undefined;
  /** Until when that is believed, in Unix milliseconds. */
  readonly until: number;
}

/** Another node may found a realm at any time: a label without one of its own is looked up again after so long. */
const trustMilliseconds = 1000;
/** Labels are whatever clients send: beyond so many, the one looked up longest ago is let go. */
const mostLabels = 10_000;

/** Addresses in digits have no subdomain. */
export const subdomainOf = (host: string): string =>
  /^[\d.]+$|:/.test(host) ? "" : (host.split(".")[0]?.toLowerCase() ?? "");

/** Which realm is at which subdomain, as far as this process has looked it up. */
export class KnownRealms {
  private readonly known = new Map<string, Known>();
  private readonly lookingUp = new Map<string, Promise<Known>>();

  constructor(private readonly ports: Ports) {}

  /**
   * The id of the realm with this subdomain, or else of the one at the server's own address. A server with a
   * single realm answers for it under any name.
   */
  async idAt(subdomain: string): Promise<number | undefined> {
    const known = this.known.get(subdomain);
    if (known && this.ports.clock.now() < known.until) return known.realmId;
    // Everybody who polls asks at once when a lookup is no longer believed.
    const lookingUp =
      this.lookingUp.get(subdomain) ?? this.lookUp(subdomain).finally(() => this.lookingUp.delete(subdomain));
    this.lookingUp.set(subdomain, lookingUp);
    const found = await lookingUp;
    this.known.delete(subdomain);
    // Where there is none, the first may be founded the next moment.
    if (found.realmId === undefined) return undefined;
    this.known.set(subdomain, found);
    const [longest] = this.known.keys();
    if (this.known.size > mostLabels && longest !== undefined) this.known.delete(longest);
    return found.realmId;
  }

  /** Whether that realm answers for the subdomain, as far as is known without looking it up. */
  isKnownAt(subdomain: string, realmId: number): boolean {
    const known = this.known.get(subdomain);
    return known?.realmId === realmId && this.ports.clock.now() < known.until;
  }

  /** A realm was founded at this subdomain, which another has answered for until now. */
  forget(subdomain: string): void {
    this.known.delete(subdomain);
    this.lookingUp.delete(subdomain);
  }

  private async lookUp(subdomain: string): Promise<Known> {
    const { registry, clock } = this.ports;
    const own = await registry.bySubdomain(subdomain);
    // A realm keeps its subdomain.
    if (own) return { realmId: own.id, until: Number.POSITIVE_INFINITY };
    const until = clock.now() + trustMilliseconds;
    return { realmId: await this.substitute(), until };
  }

  private async substitute(): Promise<number | undefined> {
    const { registry } = this.ports;
    const atOwnAddress = await registry.bySubdomain("");
    if (atOwnAddress) return atOwnAddress.id;
    const [first, ...others] = await registry.page(0, 2);
    return others.length === 0 ? first?.id : undefined;
  }
}
