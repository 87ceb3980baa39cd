import { isLeft, left, right } from "fp-ts/Either";
import {
  authenticationFailed,
  realmDeactivated,
  twoFactorCodeRequired,
  userDeactivated,
} from "../../domain/errors";
import type { Result } from "../caller";
import { mailJob } from "../jobs/mail-payload";
import type { Clock } from "../ports/clock";
import type { SessionStore } from "../ports/session-store";
import type { SessionTokens } from "../ports/session-tokens";
import { type LinkPorts, linkTo, resetPath } from "../realm-links";
import type { InTransaction } from "../transaction";
import { appendLogin } from "../users/first-login";

/** Where somebody logs in. */
export interface Browser {
  readonly name: string;
  readonly remoteAddress: string;
  /** Whether a link of ours brought them a moment ago: then there is no need to tell them of it by mail. */
  readonly isByLink?: true;
  /** Whether they proved a second factor too: nobody who has one gets in without. */
  readonly hasBoth?: true;
}

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly sessions: SessionStore;
  readonly sessionTokens: SessionTokens;
  readonly clock: Clock;
}

const longestName = 200;
/** A person has a few browsers; more are programs that log in each time. */
const mostSessions = 100;

/**
 * Logs a user in who has proved who they are; answers with the token that their browser keeps. They are told by
 * mail, unless they don't want to be.
 */
export const openSession =
  (ports: Ports) =>
  (realmId: number, userId: number, browser: Browser): Result<string> =>
  async () => {
    const { inTransaction, sessions, sessionTokens, clock } = ports;
    const name = browser.name.slice(0, longestName) || "an unknown program";
    const { remoteAddress } = browser;
    const by = { realmId, userId, client: "website", remoteAddress };
    const outcome = await inTransaction(by, (tx) => async () => {
      const { realm, users } = tx.state;
      const user = users.get(userId);
      if (user === undefined || user.bot !== null) return left(authenticationFailed);
      if (!user.isActive) return left(userDeactivated);
      if (realm.isDeactivated) return left(realmDeactivated);
      if (user.secondFactors > 0 && !browser.hasBoth) return left(twoFactorCodeRequired);
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
      return right(undefined);
    })();
    if (isLeft(outcome)) return outcome;
    const token = sessionTokens.create();
    const now = clock.now();
    await sessions.add(realmId, {
      id: sessionTokens.idOf(token) ?? "",
      userId,
      createdAt: now,
      lastSeenAt: now,
      browser: name,
      remoteAddress: browser.remoteAddress,
      hasBoth: browser.hasBoth ?? false,
    });
    const beyond = (await sessions.of(realmId, userId)).slice(mostSessions);
    if (beyond.length > 0)
      await sessions.remove(
        realmId,
        userId,
        beyond.map(({ id }) => id),
      );
    return right(token);
  };
