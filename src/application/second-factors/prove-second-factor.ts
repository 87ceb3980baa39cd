import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, twoFactorCodeWrong } from "../../domain/errors";
import type { Realm } from "../../domain/realm";
import type { Result } from "../caller";
import type { Passkeys } from "../ports/passkeys";
import type { RealmDirectory } from "../realm-directory";
import { readHalf } from "./await-second-factor";
import { type CodePorts, checkCode } from "./check-code";
import { passkeysAmong, siteOf } from "./stored-passkey";

interface Ports extends CodePorts {
  readonly directory: RealmDirectory;
  readonly passkeys: Passkeys;
}

/** What somebody shows besides the first factor. */
export type SecondProof = { readonly code: string } | { readonly passkeyAnswer: string };

/** Finishes a half login; answers with the id of who has proved both factors. */
export const proveSecondFactor =
  (ports: Ports) =>
  (realmId: number, token: string, proof: SecondProof): Result<number> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    const half = await readHalf(ports, state, token);
    if (isLeft(half)) return half;
    const { user, challenge } = half.right;
    const checked =
      "code" in proof
        ? await checkCode(ports, realmId, user.id, proof.code)
        : await checkPasskey(ports, state.realm, user.id, challenge, proof.passkeyAnswer);
    return isLeft(checked) ? checked : right(user.id);
  };

const checkPasskey = async (
  ports: Ports,
  realm: Realm,
  userId: number,
  challenge: string | undefined,
  answer: string,
): Promise<Either<ApiError, undefined>> => {
  const { credentials, factorUses, passkeys, seals, throttle, clock } = ports;
  if (challenge === undefined) return left(twoFactorCodeWrong);
  const known = passkeysAmong(seals, await credentials.secondFactors(realm.id, userId));
  const used = await passkeys.used(siteOf(ports, realm), challenge, answer, known);
  const factor = known.find(({ credentialId }) => credentialId === used?.credentialId);
  if (used === undefined || factor === undefined) return left(twoFactorCodeWrong);
  // Many passkeys don't count: an answer that was overheard is good for nothing all the same.
  if ((await throttle.take("once", `passkey ${challenge}`)) !== undefined) return left(twoFactorCodeWrong);
  const isNew = await factorUses.use(realm.id, userId, factor.factorId, used.counter, clock.now());
  return isNew ? right(undefined) : left(twoFactorCodeWrong);
};
