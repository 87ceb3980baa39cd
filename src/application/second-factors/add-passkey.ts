import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LinkError } from "../../domain/login/link-refusals";
import type { LoginError } from "../../domain/login/refusals";
import {
  alreadyHasPasskey,
  passkeyNotMade,
  type SecondFactorError,
} from "../../domain/second-factors/refusals";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { makeRecoveryCodes } from "../login/shared/recovery-codes";
import type { Passkeys } from "../ports/login/passkeys";
import type { RandomTokens } from "../ports/system/random-tokens";
import { appendFactor, factorName } from "./internal/append-factor";
import { readSetUp } from "./internal/read-set-up";
import { passkeysAmong, sealPasskey, siteOf } from "./internal/stored-passkey";

interface Ports extends ConfirmationPorts {
  readonly directory: RealmDirectory;
  readonly passkeys: Passkeys;
  readonly tokens: RandomTokens;
}

interface PasskeyShown {
  /** The token from `beginPasskey`. */
  readonly token: string;
  /** The browser's answer. */
  readonly answer: string;
  readonly name: string;
}

/** Adds a passkey as a second factor of the caller. Returns the same as `addApp`. */
export const addPasskey =
  (ports: Ports) =>
  (
    caller: Caller,
    { token, answer, name }: PasskeyShown,
    confirmation: Confirmation,
  ): TaskEither<
    CallerError | LimitError | LinkError | LoginError | SecondFactorError,
    readonly string[] | undefined
  > =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    const challenge = challengeIn(ports, caller, token);
    if (E.isLeft(challenge)) return challenge;
    const { realmId } = caller;
    const { realm } = await ports.directory.newest(realmId);
    const created = await ports.passkeys.verifyCreation(siteOf(ports, realm), challenge.right, answer);
    if (created === undefined) return E.left(passkeyNotMade);
    const codes = makeRecoveryCodes(ports, realmId, caller.userId);
    const id = ports.tokens.uuid();
    const sealed = sealPasskey(ports.seals, created.passkey);
    return ports.inTransaction(
      caller,
      actingAsProved(caller, confirmed.right, async (tx, user) => {
        const known = passkeysAmong(ports.seals, await tx.credentials.secondFactors(realmId, caller.userId));
        if (known.some(({ credentialId }) => credentialId === created.passkey.credentialId))
          return E.left(alreadyHasPasskey);
        return appendFactor(
          ports,
          tx,
          user,
          {
            id,
            kind: "passkey",
            name: factorName(name, "Passkey"),
            sealed,
            counter: created.counter,
            createdAt: tx.now,
            lastUsedAt: null,
          },
          codes,
        );
      }),
    );
  };

const challengeIn = (ports: Ports, caller: Caller, token: string): E.Either<LinkError, string> =>
  pipe(
    readSetUp(ports, "passkey_set_up", caller, token),
    E.map(({ challenge }) => challenge),
  );
