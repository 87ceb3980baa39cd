import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId, UserId } from "../../domain/ids";
import { authenticationFailed, type LoginError, twoFactorCodeRequired } from "../../domain/login/refusals";
import { type LinkPorts, linkTo, resetPath } from "../links/realm-links";
import { isStillProved } from "../login/shared/confirm-identity";
import { appendLogin } from "../login/shared/first-login";
import { userWhoLogsIn } from "../login/shared/user-who-logs-in";
import { mailJob } from "../mail/mail-payload";
import type { CredentialReader } from "../ports/login/credentials";
import type { SessionStore } from "../ports/login/session-store";
import type { SessionTokens } from "../ports/login/session-tokens";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";

/** The browser that a user logs in with. */
export interface Browser {
  readonly name: string;
  readonly remoteAddress: string;
  /** Whether the user followed a link that we mailed. Then no mail reports the new login. */
  readonly isByLink?: true;
  /** Whether the user also proved a second factor. Users who have one can't log in without it. */
  readonly hasBoth?: true;
  /** The hash of the password they logged in with; absent if they logged in another way. */
  readonly passwordHash?: string | undefined;
}

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly sessions: SessionStore;
  readonly credentials: CredentialReader;
  readonly sessionTokens: SessionTokens;
  readonly clock: Clock;
}

const longestName = 200;
/** People have a few browsers. More sessions than this come from programs that log in each time. */
const mostSessions = 100;

/**
 * Logs in a user whose identity is proved, and returns the token for their browser. Mails a notice of the login,
 * unless the user turned that off.
 */
export const openSession =
  (ports: Ports) =>
  (realmId: RealmId, userId: UserId, browser: Browser): TaskEither<CallerError | LoginError, string> =>
  async () => {
    const { inTransaction, sessions, credentials, sessionTokens, clock } = ports;
    const name = browser.name.slice(0, longestName) || "an unknown program";
    const { remoteAddress } = browser;
    const by = { realmId, userId, client: "website", remoteAddress };
    const outcome: E.Either<CallerError | LoginError, undefined> = await inTransaction(by, async (tx) => {
      const { realm } = tx.state;
      const found = userWhoLogsIn(tx.state, userId);
      if (E.isLeft(found)) return found;
      const user = found.right;
      if (user.secondFactors > 0 && !browser.hasBoth) return E.left(twoFactorCodeRequired);
      appendLogin(tx, user, "session");
      if (user.settings.enableLoginEmails && !browser.isByLink)
        tx.enqueue(
          mailJob(
            {
              to: user.email,
              letter: {
                kind: "new_login",
                fullName: user.fullName,
                realmName: realm.name,
                browser: name,
                address: browser.remoteAddress,
                at: tx.now,
                timezone: user.timezone,
                link: linkTo(ports, realm, resetPath),
              },
            },
            tx.now,
          ),
        );
      return E.right(undefined);
    });
    if (E.isLeft(outcome)) return outcome;
    const token = sessionTokens.create();
    const now = clock.now();
    const id = sessionTokens.idOf(token) ?? "";
    await sessions.add(realmId, {
      id,
      userId,
      createdAt: now,
      lastSeenAt: now,
      browser: name,
      remoteAddress: browser.remoteAddress,
      hasBoth: browser.hasBoth ?? false,
    });
    // A password change ends the sessions that exist at that moment. It may have missed this one, so check.
    if (!(await isStillProved(credentials, by, { passwordHash: browser.passwordHash }))) {
      await sessions.remove(realmId, userId, [id]);
      return E.left(authenticationFailed);
    }
    const beyond = (await sessions.list(realmId, userId)).slice(mostSessions);
    if (beyond.length > 0)
      await inTransaction(by, async (tx) => {
        tx.endSessions(userId, beyond);
        return E.right(undefined);
      });
    return E.right(token);
  };
