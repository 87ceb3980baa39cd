import { hash } from "node:crypto";
import type { Request } from "express";
import { LRUCache } from "lru-cache";
import type { RealmDirectory } from "../../../application/held-realms/realm-directory";
import { type KnownRealms, subdomainOf } from "../../../application/realm/known-realms";
import type { Realm } from "../../../domain/realm/realm";
import { mustAddFactor } from "../../../domain/second-factors/second-factor";
import type { User } from "../../../domain/users/user";

interface Caller {
  readonly user: User;
  readonly realm: { readonly id: number };
}

interface Remembered<Known extends Caller> {
  readonly caller: Known;
  /** The realm at that time, whose settings decide whether a key is valid. */
  readonly realm: Realm;
  readonly subdomain: string;
}

interface Ports {
  readonly directory: Pick<RealmDirectory, "peek">;
  readonly knownRealms: Pick<KnownRealms, "isKnownAt">;
}

/** Enough for all polling clients of one process. */
const mostClaims = 20_000;
/** The same credentials have many spellings: case, Base64, whatever follows them, host names. Clients use one or two. */
const mostClaimsEach = 8;

const ownerOf = ({ realm, user }: Caller): string => `${realm.id} ${user.id}`;

/**
 * Remembers authenticated callers by a digest of their credentials. An entry is valid only while user and realm are
 * the identical values: a new key, a deactivation, a new role or a changed realm setting replaces them. The number of
 * entries per user is limited, so that nobody can evict everybody else's.
 */
export class RecentCallers<Known extends Caller> {
  private readonly byClaim = new LRUCache<string, Remembered<Known>>({
    max: mostClaims,
    dispose: ({ caller }, claim) => this.forget(caller, claim),
  });
  /** Each user's claims, the oldest first. */
  private readonly claimsOf = new Map<string, readonly string[]>();

  constructor(private readonly ports: Ports) {}

  find(request: Request): Known | undefined {
    const claim = claimOf(request);
    const known = claim === undefined ? undefined : this.byClaim.get(claim);
    if (known === undefined) return undefined;
    const { caller, realm, subdomain } = known;
    const { directory, knownRealms } = this.ports;
    const state = directory.peek(caller.realm.id);
    const isSame = state?.realm === realm && state.users.get(caller.user.id) === caller.user;
    return isSame && knownRealms.isKnownAt(subdomain, realm.id) ? caller : undefined;
  }

  remember(request: Request, caller: Known): void {
    const claim = claimOf(request);
    const state = this.ports.directory.peek(caller.realm.id);
    if (claim === undefined || state?.users.get(caller.user.id) !== caller.user) return;
    // The realm may have changed since the key was checked.
    if (state.realm.isDeactivated || mustAddFactor(state.realm, caller.user)) return;
    this.byClaim.set(claim, { caller, realm: state.realm, subdomain: subdomainOf(request.hostname) });
    const owner = ownerOf(caller);
    const claims = [...(this.claimsOf.get(owner) ?? []), claim];
    this.claimsOf.set(owner, claims);
    const [oldest = claim] = claims;
    if (claims.length > mostClaimsEach) this.byClaim.delete(oldest);
  }

  private forget(caller: Known, claim: string): void {
    const owner = ownerOf(caller);
    const left = this.claimsOf.get(owner)?.filter((one) => one !== claim) ?? [];
    if (left.length === 0) this.claimsOf.delete(owner);
    else this.claimsOf.set(owner, left);
  }
}

/** A digest, so that API keys don't stay in memory after their request. Keys are random, so they can't be guessed from it. */
const claimOf = (request: Request): string | undefined => {
  const { authorization } = request.headers;
  return authorization === undefined
    ? undefined
    : hash("sha256", `${request.hostname}\n${authorization}`, "base64");
};
