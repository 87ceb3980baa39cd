import type { Request } from "express";
import { LRUCache } from "lru-cache";
import type { RealmDirectory } from "../../application/realm-directory";
import type { User } from "../../domain/user";

interface Caller {
  readonly user: User;
  readonly realm: { readonly id: number };
}

/** Enough for everybody who polls one process. */
const mostCallers = 20_000;
/** A name without a realm of its own may get one: what it stands for is asked again after so long. */
const believedMilliseconds = 5000;

/**
 * Who callers were a moment ago, by what they said. It holds only as long as the user and the realm are the very values
 * that they were: a new key, a deactivation or a new role makes new ones.
 */
export class RecentCallers<Known extends Caller> {
  private readonly byClaim = new LRUCache<string, Known>({ max: mostCallers, ttl: believedMilliseconds });

  constructor(private readonly directory: Pick<RealmDirectory, "peek">) {}

  find(request: Request): Known | undefined {
    const claim = claimOf(request);
    const known = claim === undefined ? undefined : this.byClaim.get(claim);
    if (known === undefined) return undefined;
    const state = this.directory.peek(known.realm.id);
    return state?.users.get(known.user.id) === known.user && !state.realm.isDeactivated ? known : undefined;
  }

  remember(request: Request, caller: Known): void {
    const claim = claimOf(request);
    if (claim !== undefined) this.byClaim.set(claim, caller);
  }
}

const claimOf = (request: Request): string | undefined => {
  const { authorization } = request.headers;
  return authorization === undefined ? undefined : `${request.hostname}\n${authorization}`;
};
