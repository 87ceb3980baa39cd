import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, linkRefused } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { Passkeys } from "../ports/passkeys";
import type { RandomTokens } from "../ports/random-tokens";
import type { RealmDirectory } from "../realm-directory";
import { isOver, readLink } from "../realm-links";
import { type Confirmation, type ConfirmationPorts, confirmIdentity } from "../users/confirm-identity";
import { appendFactor, factorName } from "./append-factor";
import { makeRecoveryCodes } from "./recovery-codes";
import { passkeysAmong, sealPasskey, siteOf } from "./stored-passkey";

interface Ports extends ConfirmationPorts {
  readonly directory: RealmDirectory;
  readonly passkeys: Passkeys;
  readonly tokens: RandomTokens;
}

interface PasskeyShown {
  /** What `beginPasskey` gave out. */
  readonly token: string;
  /** What the browser answered. */
  readonly answer: string;
  readonly name: string;
}

/** Makes a passkey a second factor of the caller's. Answers as `addApp` does. */
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
    const { realm } = await ports.directory.of(realmId);
    const made = await ports.passkeys.made(siteOf(ports, realm), challenge.right, answer);
    if (made === undefined) return left(badRequest("Your browser made no passkey for this site. Try again."));
    const codes = makeRecoveryCodes(ports, realmId, caller.userId);
    const id = ports.tokens.uuid();
    const sealed = sealPasskey(ports.seals, made.passkey);
    return ports.inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const known = passkeysAmong(ports.seals, await tx.credentials.secondFactors(realmId, caller.userId));
      if (known.some(({ credentialId }) => credentialId === made.passkey.credentialId))
        return left(badRequest("You have this passkey already."));
      return appendFactor(
        ports,
        tx,
        user.right,
        {
          id,
          kind: "passkey",
          name: factorName(name, "Passkey"),
          sealed,
          counter: made.counter,
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
  return isOver(read.right, ports.clock.now())
    ? left(linkRefused("expired"))
    : right(String(read.right.challenge));
};
