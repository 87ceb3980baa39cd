import * as E from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { type LoginError, twoFactorSetUpRequired } from "../../domain/login/refusals";
import { identifySession, type Ports, type SignedInBySession } from "./identify-session";

/** Finds the user of a browser's session token. Refuses users who must still set up a second factor. */
export const authenticateSession =
  (ports: Ports) =>
  async (realmId: RealmId, token: string): Promise<E.Either<CallerError | LoginError, SignedInBySession>> => {
    const visitor = await identifySession(ports)(realmId, token);
    if (E.isLeft(visitor)) return visitor;
    const { user, sessionId } = visitor.right;
    return visitor.right.mustAddFactor ? E.left(twoFactorSetUpRequired) : E.right({ user, sessionId });
  };
