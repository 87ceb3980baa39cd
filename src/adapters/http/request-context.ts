import type { Caller } from "../../application/caller";
import type { Realm } from "../../domain/realm";
import { realmUrl } from "../../domain/realm-address";
import type { User } from "../../domain/user";

/** What is known of a request before its parameters are read. */
export interface RequestContext {
  /** The host name in the request, without port. */
  readonly host: string;
  readonly server: ServerFacts;
  /** The program in use, by its User-Agent. */
  readonly client: string;
  /** Calls back when the client has its answer, or goes away without. */
  whenGone(forget: () => void): void;
  readonly remoteAddress: string;
  /** What the client calls this request, by its Idempotency-Key. */
  readonly idempotencyKey: string | undefined;
}

export interface SignedInContext extends RequestContext {
  readonly caller: Caller;
  readonly user: User;
  readonly realm: RealmFacts;
}

/** A request that needs no account. */
export interface SpectatorContext extends RequestContext {
  readonly realm: RealmFacts;
  /** Whoever made it, if they said who they are. */
  readonly signedIn: SignedInContext | undefined;
}

/** What the wire says of the server itself. */
export interface ServerFacts {
  /** Where people reach it, without a slash at the end. */
  readonly url: string;
  readonly isDevelopment: boolean;
  /** Whether notifications reach devices that are away. */
  readonly sendsPush: boolean;
  /** What people call another service by which they log in; undefined where there is none. */
  readonly signOnName: string | undefined;
  /** When this process started, in Unix seconds. */
  readonly startedAt: number;
}

/** What encoders need to know of a realm. */
export interface RealmFacts {
  readonly id: number;
  readonly subdomain: string;
  readonly url: string;
  readonly host: string;
}

export const realmFacts = (realm: Realm, server: ServerFacts): RealmFacts => {
  const url = realmUrl(server.url, realm);
  return { id: realm.id, subdomain: realm.subdomain, url, host: new URL(url).hostname };
};
