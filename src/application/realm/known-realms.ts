import type { Clock } from "../ports/clock";
import type { RealmRegistry } from "../ports/realm-registry";

interface Ports {
  readonly registry: RealmRegistry;
  readonly clock: Clock;
}

/** Another process may have made a realm: a name that was unknown is looked up again after this time. */
const trustMilliseconds = 1000;

/** Which realm is at which subdomain, as far as this process has looked it up. */
export class KnownRealms {
  private known = new Map<string, number>();
  private unknown = new Set<string>();
  private unknownSince = 0;

  constructor(private readonly ports: Ports) {}

  /**
   * The id of the realm with this subdomain, or else of the one at the server's own address. A server with a
   * single realm answers for it under any name.
   */
  async idAt(subdomain: string): Promise<number | undefined> {
    const { known } = this;
    if (known.size === 0 || (!known.has(subdomain) && !this.isKnownToBeUnknown(subdomain))) {
      await this.refresh();
      if (!this.known.has(subdomain)) this.unknown.add(subdomain);
    }
    return this.look(subdomain);
  }

  private look(subdomain: string): number | undefined {
    const [only] = this.known.values();
    return this.known.get(subdomain) ?? this.known.get("") ?? (this.known.size === 1 ? only : undefined);
  }

  private async refresh(): Promise<void> {
    this.known = new Map((await this.ports.registry.list()).map(({ subdomain, id }) => [subdomain, id]));
  }

  private isKnownToBeUnknown(subdomain: string): boolean {
    const now = this.ports.clock.now();
    if (now - this.unknownSince > trustMilliseconds) {
      this.unknown = new Set();
      this.unknownSince = now;
    }
    return this.unknown.has(subdomain);
  }
}
