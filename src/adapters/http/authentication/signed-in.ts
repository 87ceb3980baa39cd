import type { Request } from "express";
import type { Caller } from "../../../application/caller";
import type { User } from "../../../domain/users/user";
import type { RealmInfo } from "../../zulip-wire/server-info";

/** The authenticated sender of a request. */
export interface SignedIn {
  readonly user: User;
  readonly realm: RealmInfo;
  /** The browser's session; undefined for requests with a key. */
  readonly sessionId?: string;
}

/** Stores the caller in Passport's slot, which is untyped, for the handlers after authentication. */
export const signIn = (request: Request, caller: SignedIn): void => {
  (request as { user?: unknown }).user = caller;
};

/** The caller that `signIn` stored; undefined without a login. */
export const signedInIfAny = (request: Request): SignedIn | undefined =>
  request.user as unknown as SignedIn | undefined;

/** The caller of a request that authentication let through. */
export const signedIn = (request: Request): SignedIn => {
  const caller = signedInIfAny(request);
  if (caller === undefined) throw new Error(`${request.path} was reached without authentication`);
  return caller;
};

/**
 * The caller as use cases know them, with their session or the version of their key, so that an ended session or key can't
 * change anything.
 */
export const toCaller = (
  { user: { id: userId, apiKeyVersion }, realm: { id: realmId }, sessionId }: SignedIn,
  client: string,
  remoteAddress: string,
): Caller =>
  sessionId === undefined
    ? { realmId, userId, client, remoteAddress, apiKeyVersion }
    : { realmId, userId, client, remoteAddress, sessionId };
