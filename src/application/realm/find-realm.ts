import { left, right } from "fp-ts/Either";
import { noSuchRealm } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { Result } from "../caller";
import type { RealmRegistry } from "../ports/realm-registry";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly registry: RealmRegistry;
  readonly directory: RealmDirectory;
}

/**
 * The realm at a host name: the one whose subdomain is its first label, or else the one at the server's own
 * address. A server with a single realm answers for it under any name.
 */
export const findRealm = ({ registry, directory }: Ports) => {
  let known = new Map<string, number>();
  const look = (host: string): number | undefined => {
    const label = host.split(".")[0]?.toLowerCase() ?? "";
    const [only] = known.values();
    return known.get(label) ?? known.get("") ?? (known.size === 1 ? only : undefined);
  };
  const refresh = async (): Promise<void> => {
    known = new Map((await registry.list()).map(({ subdomain, id }) => [subdomain, id]));
  };

  return (host: string): Result<RealmState> =>
    async () => {
      // A name that isn't known yet may be a realm made by another process since.
      const label = host.split(".")[0]?.toLowerCase() ?? "";
      if (!known.has(label) && (known.size === 0 || host.split(".").length > 2)) await refresh();
      const id = look(host);
      return id === undefined ? left(noSuchRealm) : right(await directory.of(id));
    };
};
