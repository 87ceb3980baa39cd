import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId, UserId } from "../../domain/ids";
import type { LoginError } from "../../domain/login/refusals";
import { millisecondsIn } from "../../domain/units/time";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CredentialReader } from "../ports/login/credentials";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { Clock } from "../ports/system/clock";
import { proofOfLogin } from "./shared/proof-of-login";
import { type ProvedLogin, userWhoLogsIn } from "./shared/user-who-logs-in";

interface Ports {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly linkTokens: LinkTokens;
  readonly clock: Clock;
}

/** Long enough to go back to the app and paste. */
const validMilliseconds = 5 * millisecondsIn.minute;

/** Returns a token with which the desktop app of a user who has just logged in with the browser logs in, once. */
export const issueDesktopLogin =
  ({ directory, credentials, linkTokens, clock }: Ports) =>
  (
    realmId: RealmId,
    userId: UserId,
    { hasBoth, passwordHash }: ProvedLogin,
  ): TaskEither<CallerError | LoginError, string> =>
  async () => {
    const found = userWhoLogsIn(await directory.newest(realmId), userId);
    if (E.isLeft(found)) return found;
    const proved = passwordHash ?? (await credentials.passwordHash(realmId, userId));
    return E.right(
      linkTokens.write("desktop_login", {
        realm: realmId,
        user: userId,
        proof: proofOfLogin(linkTokens, "desktop_login", found.right, proved),
        hasBoth,
        expiresAt: clock.now() + validMilliseconds,
      }),
    );
  };
