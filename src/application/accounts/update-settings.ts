import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InputError } from "../../domain/input-refusals";
import type { InvitationError } from "../../domain/invitations/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import { newPasswordTooWeak, type PasswordError, wrongOldPassword } from "../../domain/passwords/refusals";
import { offlineAfterSeconds } from "../../domain/presence/presence";
import type { RealmState } from "../../domain/state/realm-state";
import { type UserError, unknownTimeZone } from "../../domain/users/refusals";
import { allows } from "../../domain/users/role";
import { isTimeZone } from "../../domain/users/time-zone";
import type { User } from "../../domain/users/user";
import type { UserSettings } from "../../domain/users/user-settings";
import { actingAs } from "../as-caller";
import { type Caller, callerIn } from "../caller";
import { changedPart } from "../entity-update";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkPorts } from "../links/realm-links";
import {
  type ConfirmationPorts,
  checkOwnPassword,
  confirmIdentity,
  isStillProved,
  type Proof,
} from "../login/shared/confirm-identity";
import { limitMail } from "../mail/limit-mail";
import { mailPasswordChange } from "../mail/mail-password-change";
import { mailJob } from "../mail/mail-payload";
import type { Wakeup } from "../ports/events/wakeup";
import type { PasswordStrength } from "../ports/login/password-strength";
import type { DisposableDomains } from "../ports/mail/disposable-domains";
import type { Clock } from "../ports/system/clock";
import { type Preparation, type PreparedOutside, prepareOutside, stillPrepared } from "../prepared-outside";
import type { PresenceBoard } from "../presence/presence-board";
import type { InTransaction, Transaction } from "../transaction";
import { prepareNextPassword } from "../users/shared/check-password";
import { checkUniqueName } from "../users/shared/check-profile";
import { checkSettings } from "../users/shared/check-settings";
import { mailsForNewAddress } from "./internal/check-email-change";

interface SettingsUpdate {
  readonly settings: Partial<UserSettings>;
  readonly timezone: string | undefined;
  readonly fullName: string | undefined;
  /** A new address, which the caller confirms by a mailed link. */
  readonly email: string | undefined;
  /**
   * Whether the caller authenticated with the API key. With a browser's session, changing the address needs
   * confirmation.
   */
  readonly hasKey: boolean;
  /** The caller's session, which survives a change of the password. */
  readonly sessionId?: string | undefined;
  readonly oldPassword: string | undefined;
  /** The code of the second factor, for users without a password. */
  readonly code: string | undefined;
  readonly newPassword: string | undefined;
}

interface Ports extends LinkPorts, ConfirmationPorts {
  readonly disposableDomains: DisposableDomains;
  readonly inTransaction: InTransaction;
  readonly passwordStrength: PasswordStrength;
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
  readonly wakeup: Wakeup;
  readonly clock: Clock;
}

type UpdateError =
  | CallerError
  | InputError
  | InvitationError
  | LimitError
  | LoginError
  | PasswordError
  | UserError;

/** Changes the caller's settings, name, time zone, password and address: all of it or nothing. */
export const updateSettings =
  (ports: Ports) =>
  (caller: Caller, update: SettingsUpdate): TaskEither<UpdateError, void> =>
  async () => {
    const { inTransaction } = ports;
    const changed = await newPassword(ports, caller, update);
    if (E.isLeft(changed)) return changed;
    let proof: Proof = { passwordHash: changed.right?.replaced };
    if (update.email !== undefined) {
      const confirmed = await confirmNewAddress(ports, caller, update);
      if (E.isLeft(confirmed)) return confirmed;
      proof = confirmed.right ?? proof;
      const limit = await limitMail(ports.throttle, caller.realmId, update.email.trim(), {
        userId: caller.userId,
      });
      if (E.isLeft(limit)) return limit;
    }
    const outcome: E.Either<UpdateError, Partial<UserSettings>> = await inTransaction(
      caller,
      actingAs(caller, async (tx, user) => {
        if (!(await isStillProved(tx.credentials, caller, proof))) return E.left(wrongOldPassword);
        const password = passwordInLane(ports, tx, user, update, changed.right);
        if (E.isLeft(password)) return password;
        const newHash = password.right;
        const settings = checkSettings(update.settings);
        if (E.isLeft(settings)) return settings;
        const fullName = checkNewName(tx, user, update.fullName);
        if (E.isLeft(fullName)) return fullName;
        if (update.timezone !== undefined && update.timezone !== "" && !isTimeZone(update.timezone))
          return E.left(unknownTimeZone);
        const { timezone, email } = update;
        const mails =
          email === undefined ? E.right([]) : await mailsForNewAddress(ports, tx, user, email, newHash);
        if (E.isLeft(mails)) return mails;
        const change = {
          ...(fullName.right !== user.fullName && { fullName: fullName.right }),
          ...(timezone !== undefined && timezone !== user.timezone && { timezone }),
        };
        if (Object.keys(change).length > 0) tx.append({ type: "user_changed", userId: user.id, change });
        const setting = changedPart(user.settings, settings.right);
        if (Object.keys(setting).length > 0)
          tx.append({
            type: "user_settings_changed",
            userId: user.id,
            change: setting,
            isOwnChoice: true,
          });
        if (newHash !== undefined) {
          tx.setPasswordHash(user.id, newHash, update.sessionId);
          mailPasswordChange(ports, tx, user);
        }
        tx.enqueue(...mails.right.map((mail) => mailJob(mail, tx.now)));
        return E.right(setting);
      }),
    );
    if (E.isLeft(outcome)) return outcome;
    if (outcome.right.presenceEnabled === false) await hidePresence(ports, caller);
    return E.right(undefined);
  };

/** Users who turn presence off look offline at once, on every node. */
const hidePresence = async (
  { presence, wakeup, clock }: Ports,
  { realmId, userId }: Caller,
): Promise<void> => {
  const hidden = await presence.hide(realmId, userId, clock.now() - offlineAfterSeconds * 1000 - 1);
  if (hidden)
    wakeup.signal(realmId, { type: "presence_changed", userId, presence: hidden, isArrival: false });
};

/** A new password, checked and hashed outside the lane, and the hash of the one that it replaces. */
interface NewPassword {
  readonly prepared: PreparedOutside<E.Either<PasswordError, string>>;
  readonly replaced: string;
}

const preparePasswordOf = (
  ports: Ports,
  { realm }: RealmState,
  { id, email, fullName }: Pick<User, "email" | "fullName" | "id">,
  password: string,
): Preparation<E.Either<PasswordError, string>> =>
  prepareNextPassword(
    ports,
    realm.settings,
    { realmId: realm.id, userId: id },
    { password, known: [email, fullName], tooWeak: newPasswordTooWeak },
  );

const newPassword = async (
  ports: Ports,
  caller: Caller,
  { oldPassword = "", newPassword: password }: SettingsUpdate,
): Promise<E.Either<CallerError | LimitError | PasswordError, NewPassword | undefined>> => {
  if (password === undefined) return E.right(undefined);
  const replaced = await checkOwnPassword(ports, caller, oldPassword);
  if (E.isLeft(replaced)) return replaced;
  if (replaced.right === undefined) return E.left(wrongOldPassword);
  const state = await ports.directory.newest(caller.realmId);
  const user = callerIn(state, caller);
  if (E.isLeft(user)) return user;
  const prepared = await prepareOutside(state, preparePasswordOf(ports, state, user.right, password));
  return E.isLeft(prepared.made) ? prepared.made : E.right({ prepared, replaced: replaced.right });
};

/** The hash of the new password, if there is one and it meets the requirements that hold in the lane. */
const passwordInLane = (
  ports: Ports,
  tx: Transaction,
  user: User,
  { newPassword: password }: SettingsUpdate,
  changed: NewPassword | undefined,
): E.Either<PasswordError, string | undefined> =>
  password === undefined || changed === undefined
    ? E.right(undefined)
    : stillPrepared(tx, "password", changed.prepared, () =>
        preparePasswordOf(ports, tx.state, user, password),
      );

/** A password change has already checked the old password, so a new address needs no second check. */
const confirmNewAddress = async (
  ports: Ports,
  caller: Caller,
  { hasKey, oldPassword, newPassword, code }: SettingsUpdate,
): Promise<E.Either<LimitError | LoginError, Proof | undefined>> =>
  hasKey || newPassword !== undefined
    ? E.right(undefined)
    : confirmIdentity(ports, caller, { password: oldPassword, code });

/** If only administrators may change names, other users' changes are ignored, as clients expect. */
const checkNewName = (
  tx: Transaction,
  user: User,
  name: string | undefined,
): E.Either<InputError | UserError, string> =>
  name === undefined ||
  name === user.fullName ||
  (tx.state.realm.settings.nameChangesDisabled && !allows(user.role, "administrator"))
    ? E.right(user.fullName)
    : checkUniqueName(tx.state, name, user.id);
