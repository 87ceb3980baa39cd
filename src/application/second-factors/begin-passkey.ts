import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkPorts } from "../links/realm-links";
import type { CredentialReader } from "../ports/login/credentials";
import type { Passkeys } from "../ports/login/passkeys";
import type { Clock } from "../ports/system/clock";
import type { Seals } from "../ports/system/seals";
import { passkeysAmong, siteOf } from "./internal/stored-passkey";

interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passkeys: Passkeys;
  readonly seals: Seals;
  readonly clock: Clock;
}

interface PasskeySetUp {
  /** The options for asking the browser. */
  readonly options: string;
  /** Carries the challenge that the browser must answer. */
  readonly token: string;
}

const validMilliseconds = 900_000;

/** Begins the creation of a passkey in the caller's browser. */
export const beginPasskey =
  (ports: Ports) =>
  (caller: Caller): TaskEither<CallerError, PasskeySetUp> =>
    readAsCaller(ports.directory, caller, async (state, user) => {
      const { realmId, userId } = caller;
      const known = passkeysAmong(ports.seals, await ports.credentials.secondFactors(realmId, userId));
      const { options, challenge } = await ports.passkeys.offerCreation(
        siteOf(ports, state.realm),
        { userId, name: user.email, displayName: user.fullName },
        known,
      );
      const token = ports.linkTokens.write("passkey_set_up", {
        realm: realmId,
        user: userId,
        challenge,
        expiresAt: ports.clock.now() + validMilliseconds,
      });
      return E.right({ options, token });
    });
