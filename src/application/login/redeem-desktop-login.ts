import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, realmDeactivated } from "../../domain/caller-refusals";
import type { RealmId, UserId } from "../../domain/ids";
import { type LinkError, linkRefused } from "../../domain/login/link-refusals";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { isLinkExpired, type LinkPorts, readLink } from "../links/realm-links";
import type { CredentialReader } from "../ports/login/credentials";
import type { Clock } from "../ports/system/clock";
import type { Throttle } from "../ports/system/throttle";
import type { Proof } from "./shared/confirm-identity";
import { proofOfLogin } from "./shared/proof-of-login";

interface Ports extends Pick<LinkPorts, "linkTokens"> {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly throttle: Throttle;
  readonly clock: Clock;
}

/** Whom a token of `issueDesktopLogin` logs in, and what they proved. */
interface Redeemed extends Proof {
  readonly userId: UserId;
  readonly hasBoth: boolean;
}

/** Redeems the token that a desktop app got through its user's clipboard. Each is accepted once. */
export const redeemDesktopLogin =
  ({ directory, credentials, linkTokens, throttle, clock }: Ports) =>
  (realmId: RealmId, token: string): TaskEither<CallerError | LinkError, Redeemed> =>
  async () => {
    const { realm, users } = await directory.newest(realmId);
    if (realm.isDeactivated) return E.left(realmDeactivated);
    const read = readLink({ linkTokens }, "desktop_login", realmId, token);
    if (E.isLeft(read)) return read;
    const { user: userId, hasBoth, proof } = read.right;
    if (isLinkExpired(read.right, clock.now())) return E.left(linkRefused("expired"));
    const user = users.get(userId);
    if (!user?.isActive) return E.left(linkRefused("revoked"));
    const passwordHash = await credentials.passwordHash(realmId, userId);
    if (proof !== proofOfLogin(linkTokens, "desktop_login", user, passwordHash))
      return E.left(linkRefused("revoked"));
    if ((await throttle.take("once", `desktop login ${token}`)) !== undefined)
      return E.left(linkRefused("used"));
    return E.right({ userId, hasBoth, passwordHash });
  };
