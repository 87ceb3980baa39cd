import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { noSuchRealm, type RealmError } from "../../domain/realm/refusals";
import type { RealmState } from "../../domain/state/realm-state";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { type KnownRealms, subdomainOf } from "./known-realms";

interface Ports {
  readonly knownRealms: KnownRealms;
  readonly directory: RealmDirectory;
}

/**
 * Finds the realm at a host name: the one whose subdomain is the first label, or else the one at the server's own
 * address. If the server has only one realm, any host name leads to it.
 */
export const findRealm =
  ({ knownRealms, directory }: Ports) =>
  (host: string): TaskEither<RealmError, RealmState> =>
  async () => {
    const id = await knownRealms.idAt(subdomainOf(host));
    return id === undefined ? E.left(noSuchRealm) : E.right(await directory.stateOf(id));
  };
