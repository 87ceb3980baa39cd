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

/** Another process may have made a realm: a name that was unknown is looked up again after this time. */
const trustMilliseconds = 1000;

/** Addresses in digits have no subdomain. */
const subdomainOf = (host: string): string =>
  /^[\d.]+$|:/.test(host) ? "" : (host.split(".")[0]?.toLowerCase() ?? "");

/**
 * The realm at a host name: the one whose subdomain is its first label, or else the one at the server's own
 * address. A server with a single realm answers for it under any name.
 */
export const findRealm = ({ registry, directory, clock }: Ports) => {
  let known = new Map<string, number>();
  let unknown = new Set<string>();
  let unknownSince = 0;

  const look = (subdomain: string): number | undefined => {
    const [only] = known.values();
    return known.get(subdomain) ?? known.get("") ?? (known.size === 1 ? only : undefined);
  };
  const refresh = async (): Promise<void> => {
    known = new Map((await registry.list()).map(({ subdomain, id }) => [subdomain, id]));
  };
  const isKnownToBeUnknown = (subdomain: string): boolean => {
    if (clock.now() - unknownSince > trustMilliseconds) {
      unknown = new Set();
      unknownSince = clock.now();
    }
    return unknown.has(subdomain);
  };

  return (host: string): Result<RealmState> =>
    async () => {
      const subdomain = subdomainOf(host);
      if (known.size === 0 || (!known.has(subdomain) && !isKnownToBeUnknown(subdomain))) {
        await refresh();
        if (!known.has(subdomain)) unknown.add(subdomain);
      }
      const id = look(subdomain);
      return id === undefined ? left(noSuchRealm) : right(await directory.of(id));
    };
};
