import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, realmDeactivated, userDeactivated } from "../../domain/caller-refusals";
import type { RealmId, UserId } from "../../domain/ids";
import { authenticationFailed, type LoginError } from "../../domain/login/refusals";
import { millisecondsIn } from "../../domain/units/time";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CredentialReader } from "../ports/login/credentials";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { Clock } from "../ports/system/clock";
import type { Proof } from "./shared/confirm-identity";
import { proofOfLogin } from "./shared/proof-of-login";

interface Ports {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly linkTokens: LinkTokens;
  readonly clock: Clock;
}

/** What a user has proved in the browser. */
interface Proved extends Partial<Proof> {
  /** Whether a second factor was proved too. */
  readonly hasBoth: boolean;
}

/** Long enough to go back to the app and paste. */
const validMilliseconds = 5 * millisecondsIn.minute;

/** Returns a token with which the desktop app of a user who has just logged in with the browser logs in, once. */
export const issueDesktopLogin =
  ({ directory, credentials, linkTokens, clock }: Ports) =>
  (
    realmId: RealmId,
    userId: UserId,
    { hasBoth, passwordHash }: Proved,
  ): TaskEither<CallerError | LoginError, string> =>
  async () => {
    const { realm, users } = await directory.newest(realmId);
    const user = users.get(userId);
    if (user === undefined || user.bot !== null) return E.left(authenticationFailed);
    if (!user.isActive) return E.left(userDeactivated);
    if (realm.isDeactivated) return E.left(realmDeactivated);
    const proved = passwordHash ?? (await credentials.passwordHash(realmId, userId));
    return E.right(
      linkTokens.write("desktop_login", {
        realm: realmId,
        user: userId,
        proof: proofOfLogin(linkTokens, "desktop_login", user, proved),
        hasBoth,
        expiresAt: clock.now() + validMilliseconds,
      }),
    );
  };
