import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, mustBe } from "../../domain/caller-refusals";
import type { RealmEvent } from "../../domain/events/event";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import { isOnlyOwner } from "../../domain/policy/user-access";
import type { ProfileFieldError } from "../../domain/profile-fields/refusals";
import { isSameAddress } from "../../domain/users/email";
import {
  mayNotChangeUserEmails,
  noSuchUser,
  onlyOwnerKeepsRole,
  type UserError,
} from "../../domain/users/refusals";
import { allows, type Role } from "../../domain/users/role";
import type { User } from "../../domain/users/user";
import { userToChange } from "../access/check-user";
import { findKnownUser, type Recipient } from "../access/resolve-recipients";
import { keyRenewed } from "../api-keys/shared/key-renewed";
import type { Caller } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { mailAddressChange } from "../mail/mail-address-change";
import { checkProfileValues, type ProfileInput } from "../profile-fields/shared/check-profile-values";
import type { InTransaction, Transaction } from "../transaction";
import { checkRole, risesAboveOwner, roleChangedTo } from "../users/shared/change-role";
import { checkEmail, checkFreeEmail, checkUniqueName } from "../users/shared/check-profile";

/** The fields of a user to change; undefined fields stay. */
export interface UserUpdate {
  readonly fullName: string | undefined;
  readonly role: Role | undefined;
  readonly profile: readonly ProfileInput[];
  readonly newEmail: NewEmail | undefined;
}

interface NewEmail {
  readonly address: string;
  /** How a caller with a session confirms their identity. */
  readonly confirmation: Confirmation | "has the key";
}

interface Ports extends ConfirmationPorts {
  readonly inTransaction: InTransaction;
}

type Change = E.Either<CallerError | InputError | ProfileFieldError | UserError, readonly RealmEvent[]>;
const nothing: Change = E.right([]);

/**
 * Changes another user's name, role, profile and address: all of it or nothing. Callers with a session confirm their identity
 * before they change an address, and the old address gets a notice. API §4.8.
 */
export const updateUser =
  (ports: Ports) =>
  (
    caller: Caller,
    recipient: Recipient,
    update: UserUpdate,
  ): TaskEither<CallerError | InputError | LimitError | LoginError | ProfileFieldError | UserError, void> =>
  async () => {
    const work = (tx: Transaction, actor: User) => changeUser(tx, actor, recipient, update);
    // Only a new address needs more than the session.
    const { confirmation = "has the key" } = update.newEmail ?? {};
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    return ports.inTransaction(caller, actingAsProved(caller, confirmed.right, work));
  };

const changeUser = async (
  tx: Transaction,
  actor: User,
  recipient: Recipient,
  update: UserUpdate,
): Promise<E.Either<CallerError | InputError | ProfileFieldError | UserError, void>> => {
  const known = findKnownUser(tx.state, actor, recipient, tx.now);
  if (known === undefined) return E.left(noSuchUser);
  const target = userToChange(tx.state, actor, known.id, { bots: true, deactivated: true }, tx.now);
  if (E.isLeft(target)) return target;
  const user = target.right;
  const events = E.sequenceArray([
    await roleChange(tx, actor, user, update.role),
    nameChange(tx, user, update.fullName),
    profileChange(tx, actor, user, update.profile),
    emailChange(tx, actor, user, update.newEmail?.address),
  ]);
  if (E.isLeft(events)) return events;
  await appendWithVisibility(tx, events.right.flat());
  return E.right(undefined);
};

const profileChange = (tx: Transaction, actor: User, user: User, profile: UserUpdate["profile"]): Change =>
  pipe(
    checkProfileValues(tx, { user, by: actor }, profile),
    E.map((values) => profileEvents(user, values)),
  );

const profileEvents = (
  { id }: User,
  values: Extract<RealmEvent, { type: "profile_values_changed" }>["values"],
): readonly RealmEvent[] =>
  Object.keys(values).length === 0 ? [] : [{ type: "profile_values_changed", userId: id, values }];

/** The only owner stays one. */
const roleChange = async (
  tx: Transaction,
  actor: User,
  user: User,
  role: Role | undefined,
): Promise<Change> => {
  if (role === undefined || role === user.role) return nothing;
  const allowed = checkRole(actor, user, role);
  if (E.isLeft(allowed)) return allowed;
  if (isOnlyOwner(tx.state, user)) return E.left(onlyOwnerKeepsRole);
  return E.right([
    ...(await botsBelow(tx, user, role)),
    await roleChangedTo(tx, user, role),
    ...(risesAboveOwner(tx.state, user, role) ? [keyRenewed(user, tx.now)] : []),
  ]);
};

/** Bots have no more rights than their owner: they lose rights before the owner does. */
const botsBelow = async (tx: Transaction, owner: User, role: Role): Promise<readonly RealmEvent[]> => {
  const events: RealmEvent[] = [];
  for (const user of tx.state.users.values())
    if (user.bot?.ownerId === owner.id && !allows(role, user.role))
      events.push(await roleChangedTo(tx, user, role));
  return events;
};

const nameChange = (tx: Transaction, user: User, name: string | undefined): Change => {
  if (name === undefined || name.trim() === "" || name === user.fullName) return nothing;
  return pipe(
    checkUniqueName(tx.state, name, user.id),
    E.map((fullName) => [{ type: "user_changed", userId: user.id, change: { fullName } }]),
  );
};

/** Only owners with the operator's permission change addresses. The old one gets a notice; bots read no mail. */
const emailChange = (tx: Transaction, actor: User, user: User, address: string | undefined): Change => {
  if (address === undefined || isSameAddress(address.trim(), user.email)) return nothing;
  if (actor.role !== "owner") return E.left(mustBe("owner"));
  if (!actor.canChangeUserEmails) return E.left(mayNotChangeUserEmails);
  return pipe(
    checkEmail(address),
    E.chainFirstW((email) => checkFreeEmail(tx.state, email, user.id)),
    E.map((email) => {
      mailAddressChange(tx, user, email);
      return [{ type: "user_changed", userId: user.id, change: { email } }];
    }),
  );
};
