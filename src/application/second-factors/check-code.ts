import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, tooManyTries, twoFactorCodeWrong } from "../../domain/errors";
import type { SecondFactorNews } from "../../domain/letter";
import { byServer } from "../caller";
import type { Clock } from "../ports/clock";
import type { CredentialReader } from "../ports/credentials";
import type { FactorUses } from "../ports/factor-uses";
import type { OneTimeCodes } from "../ports/one-time-codes";
import type { Seals } from "../ports/seals";
import type { Throttle } from "../ports/throttle";
import type { LinkPorts } from "../realm-links";
import type { InTransaction } from "../transaction";
import { factorLetter } from "./factor-letter";
import { hashRecoveryCode } from "./recovery-codes";

export interface CodePorts extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly credentials: CredentialReader;
  readonly factorUses: FactorUses;
  readonly oneTimeCodes: OneTimeCodes;
  readonly seals: Seals;
  readonly throttle: Throttle;
  readonly clock: Clock;
}

/**
 * Whether a code is the user's: one that their app shows now, or a recovery code, which is used up. Whoever asks has
 * proved the first factor. Guesses are counted for the account alone, wherever they come from.
 */
export const checkCode = (
  ports: CodePorts,
  realmId: number,
  userId: number,
  code: string,
): Promise<Either<ApiError, undefined>> => {
  const digits = code.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits)
    ? checkAppCode(ports, realmId, userId, digits)
    : checkRecoveryCode(ports, realmId, userId, code);
};

const checkAppCode = async (
  ports: CodePorts,
  realmId: number,
  userId: number,
  code: string,
): Promise<Either<ApiError, undefined>> => {
  const { credentials, factorUses, oneTimeCodes, seals, throttle, clock } = ports;
  const account = `${realmId} ${userId}`;
  const wait =
    (await throttle.take("second_factor", account)) ?? (await throttle.take("second_factor_daily", account));
  if (wait !== undefined) {
    if ((await throttle.take("guess_notice", account)) === undefined)
      await notify(ports, realmId, userId, { what: "guessed" });
    return left(tooManyTries(wait));
  }
  const now = clock.now();
  const app = (await credentials.secondFactors(realmId, userId)).find(({ kind }) => kind === "app");
  const secret = app && seals.openIfOurs(app.sealed);
  const step = secret === undefined ? undefined : oneTimeCodes.stepOf(secret, code, now);
  if (!app || step === undefined) return left(twoFactorCodeWrong);
  if (!(await factorUses.use(realmId, userId, app.id, step, now))) return left(twoFactorCodeWrong);
  await throttle.forget("second_factor", account);
  return right(undefined);
};

const checkRecoveryCode = async (
  ports: CodePorts,
  realmId: number,
  userId: number,
  code: string,
): Promise<Either<ApiError, undefined>> => {
  const { credentials, factorUses, throttle } = ports;
  const wait = await throttle.take("recovery_code", `${realmId} ${userId}`);
  if (wait !== undefined) return left(tooManyTries(wait));
  const hash = hashRecoveryCode(ports, realmId, userId, code);
  if (!(await factorUses.useRecoveryCode(realmId, userId, hash))) return left(twoFactorCodeWrong);
  const codesLeft = await credentials.recoveryCodes(realmId, userId);
  await notify(ports, realmId, userId, { what: "code_used", codesLeft });
  return right(undefined);
};

const notify = async (
  ports: CodePorts,
  realmId: number,
  userId: number,
  news: SecondFactorNews,
): Promise<void> => {
  await ports.inTransaction(byServer(realmId), (tx) => async () => {
    const user = tx.state.users.get(userId);
    if (user) tx.enqueue(factorLetter(ports, tx.state.realm, user, news, tx.now));
    return right(undefined);
  })();
};
