import { left, right } from "fp-ts/Either";
import { noSuchRealm } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";
import { type KnownRealms, subdomainOf } from "./known-realms";

interface Ports {
  readonly knownRealms: KnownRealms;
  readonly directory: RealmDirectory;
}

/**
 * The realm at a host name: the one whose subdomain is its first label, or else the one at the server's own
 * address. A server with a single realm answers for it under any name.
 */
export const findRealm =
  ({ knownRealms, directory }: Ports) =>
  (host: string): Result<RealmState> =>
  async () => {
    const id = await knownRealms.idAt(subdomainOf(host));
    return id === undefined ? left(noSuchRealm) : right(await directory.of(id));
  };
