import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId, UserId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import type { LinkError } from "../../domain/login/link-refusals";
import { type LoginError, twoFactorCodeWrong } from "../../domain/login/refusals";
import type { Realm } from "../../domain/realm/realm";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { type CodePorts, checkCode } from "../login/shared/check-code";
import type { Proof } from "../login/shared/confirm-identity";
import type { Passkeys } from "../ports/login/passkeys";
import { readHalfLogin } from "./internal/half-login-token";
import { passkeysAmong, siteOf } from "./internal/stored-passkey";

interface Ports extends CodePorts {
  readonly directory: RealmDirectory;
  readonly passkeys: Passkeys;
}

/** The proof of the second factor. */
export type SecondProof = { readonly code: string } | { readonly passkeyAnswer: string };

/** A user who has proved both factors. */
interface FullyProved extends Proof {
  readonly userId: UserId;
}

/** Completes a half login. */
export const proveSecondFactor =
  (ports: Ports) =>
  (
    realmId: RealmId,
    token: string,
    proof: SecondProof,
  ): TaskEither<CallerError | LimitError | LinkError | LoginError, FullyProved> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    const half = await readHalfLogin(ports, state, token);
    if (E.isLeft(half)) return half;
    const { user, challenge, passwordHash } = half.right;
    const checked =
      "code" in proof
        ? await checkCode(ports, realmId, user.id, proof.code)
        : await checkPasskey(ports, state.realm, user.id, challenge, proof.passkeyAnswer);
    return E.isLeft(checked) ? checked : E.right({ userId: user.id, passwordHash });
  };

const checkPasskey = async (
  ports: Ports,
  realm: Realm,
  userId: UserId,
  challenge: string | undefined,
  answer: string,
): Promise<E.Either<LoginError, undefined>> => {
  const { credentials, factorUses, passkeys, seals, throttle, clock } = ports;
  if (challenge === undefined) return E.left(twoFactorCodeWrong);
  const known = passkeysAmong(seals, await credentials.secondFactors(realm.id, userId));
  const used = await passkeys.verifyUse(siteOf(ports, realm), challenge, answer, known);
  const factor = known.find(({ credentialId }) => credentialId === used?.credentialId);
  if (used === undefined || factor === undefined) return E.left(twoFactorCodeWrong);
  // Many passkeys don't count their uses, so each challenge is accepted once, against replay.
  if ((await throttle.take("once", `passkey ${challenge}`)) !== undefined) return E.left(twoFactorCodeWrong);
  const isNew = await factorUses.use(realm.id, userId, factor.factorId, used.counter, clock.now());
  return isNew ? E.right(undefined) : E.left(twoFactorCodeWrong);
};
