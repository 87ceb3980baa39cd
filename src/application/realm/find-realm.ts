import { left, right } from "fp-ts/Either";
import { noSuchRealm } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmRegistry } from "../ports/realm-registry";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly registry: RealmRegistry;
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

interface Known {
  /** Undefined where there is no realm. */
  readonly realmId: number | undefined;
  /** Until when that is believed, in Unix milliseconds. */
  readonly until: number;
}

/** Another process may found a realm at any time: a label without one of its own is looked up again after so long. */
const trustMilliseconds = 1000;
/** Labels are whatever clients send: beyond so many, the one looked up longest ago is let go. */
const mostLabels = 10_000;

/** Addresses in digits have no subdomain. */
const subdomainOf = (host: string): string =>
  /^[\d.]+$|:/.test(host) ? "" : (host.split(".")[0]?.toLowerCase() ?? "");

/**
 * The realm at a host name: the one whose subdomain is its first label, or else the one at the server's own
 * address. A server with a single realm answers for it under any name.
 */
export const findRealm = ({ registry, directory, clock }: Ports) => {
  const known = new Map<string, Known>();

  const remember = (label: string, found: Known): Known => {
    known.delete(label);
    known.set(label, found);
    const [longest] = known.keys();
    if (known.size > mostLabels && longest !== undefined) known.delete(longest);
    return found;
  };

  const substitute = async (): Promise<number | undefined> => {
    const atOwnAddress = await registry.bySubdomain("");
    if (atOwnAddress) return atOwnAddress.id;
    const [first, ...others] = await registry.page(0, 2);
    return others.length === 0 ? first?.id : undefined;
  };

  const lookUp = async (label: string): Promise<Known> => {
    const own = await registry.bySubdomain(label);
    // A realm keeps its subdomain.
    if (own) return remember(label, { realmId: own.id, until: Number.POSITIVE_INFINITY });
    const until = clock.now() + trustMilliseconds;
    return remember(label, { realmId: await substitute(), until });
  };

  return (host: string): Result<RealmState> =>
    async () => {
      const label = subdomainOf(host);
      const before = known.get(label);
      const { realmId } = before && clock.now() < before.until ? before : await lookUp(label);
      return realmId === undefined ? left(noSuchRealm) : right(await directory.of(realmId));
    };
};
