import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused } from "../../domain/errors";
import { alreadyHasPasskey, passkeyNotMade } from "../../domain/login/refusals";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { isLinkExpired, readLink } from "../links/realm-links";
import { asProvedCaller, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { makeRecoveryCodes } from "../login/shared/recovery-codes";
import type { Passkeys } from "../ports/login/passkeys";
import type { RandomTokens } from "../ports/system/random-tokens";
import { appendFactor, factorName } from "./internal/append-factor";
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
  ): Result<readonly string[] | undefined> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    const challenge = challengeIn(ports, caller, token);
    if (isLeft(challenge)) return challenge;
    const { realmId } = caller;
    const { realm } = await ports.directory.stateOf(realmId);
    const created = await ports.passkeys.verifyCreation(siteOf(ports, realm), challenge.right, answer);
    if (created === undefined) return left(passkeyNotMade);
    const codes = makeRecoveryCodes(ports, realmId, caller.userId);
    const id = ports.tokens.uuid();
    const sealed = sealPasskey(ports.seals, created.passkey);
    return asProvedCaller(ports.inTransaction, caller, confirmed.right, async (tx, user) => {
      const known = passkeysAmong(ports.seals, await tx.credentials.secondFactors(realmId, caller.userId));
      if (known.some(({ credentialId }) => credentialId === created.passkey.credentialId))
        return left(alreadyHasPasskey);
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
    })();
  };

const challengeIn = (ports: Ports, { realmId, userId }: Caller, token: string): Either<ApiError, string> => {
  const read = readLink(ports, "passkey_set_up", realmId, token);
  if (isLeft(read)) return read;
  if (read.right.user !== userId) return left(linkRefused("unknown"));
  return isLinkExpired(read.right, ports.clock.now())
    ? left(linkRefused("expired"))
    : right(String(read.right.challenge));
};
