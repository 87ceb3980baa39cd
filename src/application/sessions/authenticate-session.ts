import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { type LoginError, twoFactorSetUpRequired } from "../../domain/login/refusals";
import { identifySession, type Ports, type SignedInBySession } from "./identify-session";

/** Finds the user of a browser's session token. Refuses users who must still set up a second factor. */
export const authenticateSession =
  (ports: Ports) =>
  async (realmId: RealmId, token: string): Promise<Either<CallerError | LoginError, SignedInBySession>> => {
    const visitor = await identifySession(ports)(realmId, token);
    if (isLeft(visitor)) return visitor;
    const { user, sessionId } = visitor.right;
    return visitor.right.mustAddFactor ? left(twoFactorSetUpRequired) : right({ user, sessionId });
  };
