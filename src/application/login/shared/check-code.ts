import * as E from "fp-ts/Either";
import type { AuditKind } from "../../../domain/audit/audit-entry";
import { aboutUser, record } from "../../../domain/audit/audit-rule";
import type { RealmId, UserId } from "../../../domain/ids";
import { type LimitError, tooManyTries } from "../../../domain/limit-refusals";
import { type LoginError, twoFactorCodeWrong } from "../../../domain/login/refusals";
import type { SecondFactorChange } from "../../../domain/mail/mail";
import { byServer } from "../../caller";
import type { LinkPorts } from "../../links/realm-links";
import { secondFactorMail } from "../../mail/second-factor-mail";
import type { CredentialReader } from "../../ports/login/credentials";
import type { FactorUses } from "../../ports/login/factor-uses";
import type { OneTimeCodes } from "../../ports/login/one-time-codes";
import type { Clock } from "../../ports/system/clock";
import type { Seals } from "../../ports/system/seals";
import type { Throttle } from "../../ports/system/throttle";
import type { InTransaction } from "../../transaction";
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
 * Checks a code of a user who has proved the first factor: one that their app shows now, or a recovery code, which is
 * used up. Guesses are counted per account, wherever they come from.
 */
export const checkCode = (
  ports: CodePorts,
  realmId: RealmId,
  userId: UserId,
  code: string,
): Promise<E.Either<LimitError | LoginError, undefined>> => {
  const digits = code.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits)
    ? checkAppCode(ports, realmId, userId, digits)
    : checkRecoveryCode(ports, realmId, userId, code);
};

const checkAppCode = async (
  ports: CodePorts,
  realmId: RealmId,
  userId: UserId,
  code: string,
): Promise<E.Either<LimitError | LoginError, undefined>> => {
  const { credentials, factorUses, oneTimeCodes, seals, throttle, clock } = ports;
  const account = `${realmId} ${userId}`;
  const wait =
    (await throttle.take("second_factor", account)) ?? (await throttle.take("second_factor_daily", account));
  if (wait !== undefined) {
    if ((await throttle.take("guess_notice", account)) === undefined)
      await report(ports, realmId, userId, "user_login_refused", { what: "guessed" });
    return E.left(tooManyTries(wait));
  }
  const now = clock.now();
  const app = (await credentials.secondFactors(realmId, userId)).find(({ kind }) => kind === "app");
  const secret = app && seals.open(app.sealed);
  const step = secret === undefined ? undefined : oneTimeCodes.stepOf(secret, code, now);
  if (!app || step === undefined) return E.left(twoFactorCodeWrong);
  if (!(await factorUses.use(realmId, userId, app.id, step, now))) return E.left(twoFactorCodeWrong);
  await throttle.forget("second_factor", account);
  return E.right(undefined);
};

const checkRecoveryCode = async (
  ports: CodePorts,
  realmId: RealmId,
  userId: UserId,
  code: string,
): Promise<E.Either<LimitError | LoginError, undefined>> => {
  const { credentials, factorUses, throttle } = ports;
  const wait = await throttle.take("recovery_code", `${realmId} ${userId}`);
  if (wait !== undefined) return E.left(tooManyTries(wait));
  const hash = hashRecoveryCode(ports, realmId, userId, code);
  if (!(await factorUses.useRecoveryCode(realmId, userId, hash))) return E.left(twoFactorCodeWrong);
  const codesLeft = await credentials.recoveryCodes(realmId, userId);
  await report(ports, realmId, userId, "user_recovery_code_used", { what: "code_used", codesLeft });
  return E.right(undefined);
};

/** Notifies the user by mail, and owners in the audit log. */
const report = async (
  ports: CodePorts,
  realmId: RealmId,
  userId: UserId,
  kind: AuditKind,
  change: SecondFactorChange,
): Promise<void> => {
  await ports.inTransaction(byServer(realmId), async (tx) => {
    tx.audit(record(kind, aboutUser(userId), { after: { with: "second_factor" } }));
    const user = tx.state.users.get(userId);
    if (user) tx.enqueue(secondFactorMail(ports, tx.state.realm, user, change, tx.now));
    return E.right(undefined);
  });
};
