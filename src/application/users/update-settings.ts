import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { offlineAfterSeconds } from "../../domain/presence";
import { allows } from "../../domain/role";
import { isTimeZone } from "../../domain/time-zone";
import type { User } from "../../domain/user";
import type { UserSettings } from "../../domain/user-settings";
import { type Caller, callerIn, type Result } from "../caller";
import { mailJob } from "../jobs/mail-payload";
import { limitMail } from "../mail/limit-mail";
import { tellOfPassword } from "../passwords/reset-password";
import type { Clock } from "../ports/clock";
import type { DisposableDomains } from "../ports/disposable-domains";
import type { PasswordStrength } from "../ports/password-strength";
import type { PresenceBoard } from "../presence/presence-board";
import type { RealmDirectory } from "../realm-directory";
import type { LinkPorts } from "../realm-links";
import type { InTransaction, Transaction } from "../transaction";
import { mailsForNewAddress } from "./change-email";
import { checkPassword, checkUnused } from "./check-password";
import { checkOwnName } from "./check-profile";
import { changedPart, checkSettings } from "./check-settings";
import { type ConfirmationPorts, checkOwnPassword, confirmIdentity } from "./confirm-identity";

interface SettingsUpdate {
  readonly settings: Partial<UserSettings>;
  readonly timezone: string | undefined;
  readonly fullName: string | undefined;
  /** An address that the caller is to confirm, by a link that is mailed there. */
  readonly email: string | undefined;
  /** Whether the caller has the account's API key: a browser's session alone doesn't change the address. */
  readonly hasKey: boolean;
  readonly oldPassword: string | undefined;
  /** Of the second factor, for somebody without a password. */
  readonly code: string | undefined;
  readonly newPassword: string | undefined;
}

interface Ports extends LinkPorts, ConfirmationPorts {
  readonly disposableDomains: DisposableDomains;
  readonly inTransaction: InTransaction;
  readonly passwordStrength: PasswordStrength;
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
  readonly clock: Clock;
}

/** Changes the caller's own settings, name, time zone, password and address. All of it or nothing. */
export const updateSettings =
  (ports: Ports) =>
  (caller: Caller, update: SettingsUpdate): Result<void> =>
  async () => {
    const { inTransaction, presence, clock } = ports;
    const hash = await newPasswordHash(ports, caller, update);
    if (isLeft(hash)) return hash;
    if (update.email !== undefined) {
      const confirmed = await confirmNewAddress(ports, caller, update);
      if (isLeft(confirmed)) return confirmed;
      const limit = await limitMail(ports.throttle, caller.realmId, update.email.trim(), {
        userId: caller.userId,
      });
      if (limit) return left(limit);
    }
    const outcome = await inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const user = found.right;
      const settings = checkSettings(update.settings);
      if (isLeft(settings)) return settings;
      const fullName = ownName(tx, user, update.fullName);
      if (isLeft(fullName)) return fullName;
      if (update.timezone !== undefined && update.timezone !== "" && !isTimeZone(update.timezone))
        return left(badRequest("Not a recognized time zone"));
      const { timezone, email } = update;
      const mails = email === undefined ? right([]) : mailsForNewAddress(ports, tx, user, email);
      if (isLeft(mails)) return mails;
      const change = {
        ...(fullName.right !== user.fullName && { fullName: fullName.right }),
        ...(timezone !== undefined && timezone !== user.timezone && { timezone }),
      };
      if (Object.keys(change).length > 0) tx.append({ type: "user_changed", userId: user.id, change });
      const changed = changedPart(user.settings, settings.right);
      if (Object.keys(changed).length > 0)
        tx.append({
          type: "user_settings_changed",
          userId: user.id,
          change: changed,
          isOwnChoice: true,
        });
      if (hash.right !== undefined) {
        tx.setPasswordHash(user.id, hash.right);
        tellOfPassword(ports, tx, user);
      }
      tx.enqueue(...mails.right.map((mail) => mailJob(mail, tx.now)));
      return right(changed);
    })();
    if (isLeft(outcome)) return outcome;
    // Who doesn't want to be seen is gone at once, not when their last report has grown old.
    if (outcome.right.presenceEnabled === false)
      await presence.hide(caller.realmId, caller.userId, clock.now() - offlineAfterSeconds * 1000 - 1);
    return right(undefined);
  };

/** A hash takes long, so it is made before the realm's lane is entered. */
const newPasswordHash = async (
  ports: Ports,
  { realmId, userId }: Caller,
  { oldPassword = "", newPassword }: SettingsUpdate,
): Promise<Either<ApiError, string | undefined>> => {
  if (newPassword === undefined) return right(undefined);
  const isRight = await checkOwnPassword(ports, { realmId, userId }, oldPassword);
  if (isLeft(isRight)) return isRight;
  if (!isRight.right) return left(badRequest("Wrong password!"));
  const { directory, passwords, passwordStrength } = ports;
  const { realm, users } = await directory.of(realmId);
  const user = users.get(userId);
  const known = user ? [user.email, user.fullName] : [];
  const { settings } = realm;
  const fit = await checkPassword(
    passwordStrength,
    settings,
    newPassword,
    known,
    "New password is too weak!",
  );
  if (isLeft(fit)) return fit;
  const unused = await checkUnused(ports, realmId, userId, settings, newPassword);
  return isLeft(unused) ? unused : right(await passwords.hash(newPassword));
};

/** Who gives the old password for a new one has given it for a new address too. */
const confirmNewAddress = async (
  ports: Ports,
  caller: Caller,
  { hasKey, oldPassword, newPassword, code }: SettingsUpdate,
): Promise<Either<ApiError, undefined>> =>
  hasKey || newPassword !== undefined
    ? right(undefined)
    : confirmIdentity(ports, caller, { password: oldPassword, code });

/** Where names are kept by administrators, other people's wishes are passed over, as clients expect. */
const ownName = (tx: Transaction, user: User, wanted: string | undefined): Either<ApiError, string> =>
  wanted === undefined ||
  wanted === user.fullName ||
  (tx.state.realm.settings.nameChangesDisabled && !allows(user.role, "administrator"))
    ? right(user.fullName)
    : checkOwnName(tx.state, wanted, user.id);
