import type { Request } from "express";
import type { User } from "../../../domain/users/user";
import type { RealmFacts } from "../../zulip-wire/facts";

/** The authenticated sender of a request. */
export interface SignedIn {
  readonly user: User;
  readonly realm: RealmFacts;
  /** The browser's session; undefined for requests with a key. */
  readonly sessionId?: string;
}

/** Stores the caller for the handlers after authentication. */
export const signIn = (request: Request, caller: SignedIn): void => {
  (request as { user?: unknown }).user = caller;
};
