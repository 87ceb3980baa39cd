import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { CredentialReader } from "../ports/credentials";
import type { Passkeys } from "../ports/passkeys";
import type { Seals } from "../ports/seals";
import type { RealmDirectory } from "../realm-directory";
import type { LinkPorts } from "../realm-links";
import { passkeysAmong, siteOf } from "./stored-passkey";

interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passkeys: Passkeys;
  readonly seals: Seals;
  readonly clock: Clock;
}

interface PasskeySetUp {
  /** What the browser is asked to do. */
  readonly options: string;
  /** Says what it must answer to. */
  readonly token: string;
}

const validMilliseconds = 900_000;

/** Asks the caller's browser for a passkey. */
export const beginPasskey =
  (ports: Ports) =>
  (caller: Caller): Result<PasskeySetUp> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await ports.directory.of(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const known = passkeysAmong(ports.seals, await ports.credentials.secondFactors(realmId, userId));
    const { options, challenge } = await ports.passkeys.askToMake(
      siteOf(ports, state.realm),
      { userId, name: user.right.email, displayName: user.right.fullName },
      known,
    );
    const token = ports.linkTokens.write("passkey_set_up", {
      realm: realmId,
      user: userId,
      challenge,
      expiresAt: ports.clock.now() + validMilliseconds,
    });
    return right({ options, token });
  };
