import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, mustBe } from "../../domain/errors";
import type { RealmEvent } from "../../domain/event";
import { allows, type Role } from "../../domain/role";
import type { User } from "../../domain/user";
import { isOnlyOwner } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import { appendWithSight } from "../channels/sight-through-groups";
import { checkProfileValues, type ProfileInput } from "../profile-fields/check-profile-values";
import type { InTransaction, Transaction } from "../transaction";
import { checkEmail, checkFreeEmail, checkOwnName } from "./check-profile";
import { userToChange } from "./check-user";
import { findKnownUser, type Recipient } from "./resolve-recipients";

/** What is to change of a user; undefined leaves it. */
export interface UserUpdate {
  readonly fullName: string | undefined;
  readonly role: Role | undefined;
  readonly profile: readonly ProfileInput[];
  readonly newEmail: string | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
}

type Change = Either<ApiError, readonly RealmEvent[]>;
const nothing: Change = right([]);

/** Changes another user: name, role, profile, address. All of it or nothing. API §4.8. */
export const updateUser =
  ({ inTransaction }: Ports) =>
  (caller: Caller, wanted: Recipient, update: UserUpdate): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const actor = found.right;
      const userId = findKnownUser(tx.state, actor, wanted, tx.now)?.id ?? 0;
      const target = userToChange(tx.state, actor, userId, { bots: true, deactivated: true }, tx.now);
      if (isLeft(target)) return target;
      const user = target.right;
      const values = checkProfileValues(tx, { user, by: actor }, update.profile);
      const changes: readonly Change[] = [
        await roleChange(tx, caller.realmId, actor, user, update.role),
        nameChange(tx, user, update.fullName),
        isLeft(values) ? values : right(profileEvents(user, values.right)),
        emailChange(tx, actor, user, update.newEmail),
      ];
      const failed = changes.find(isLeft);
      if (failed) return failed;
      await appendWithSight(
        tx,
        changes.flatMap((change) => (isLeft(change) ? [] : change.right)),
      );
      return right(undefined);
    });

const profileEvents = (
  { id }: User,
  values: Extract<RealmEvent, { type: "profile_values_changed" }>["values"],
): readonly RealmEvent[] =>
  Object.keys(values).length === 0 ? [] : [{ type: "profile_values_changed", userId: id, values }];

/** Only administrators change roles, and only owners that of an owner; the only owner keeps it. */
const roleChange = async (
  tx: Transaction,
  realmId: number,
  actor: User,
  user: User,
  role: Role | undefined,
): Promise<Change> => {
  if (role === undefined || role === user.role) return nothing;
  if ((role === "owner" || user.role === "owner") && actor.role !== "owner") return left(mustBe("owner"));
  if (!allows(actor.role, "administrator")) return left(mustBe("administrator"));
  if (user.role === "guest" && allows(role, "administrator"))
    return left(badRequest("Guests cannot be organization administrators"));
  if (isOnlyOwner(tx.state, user))
    return left(badRequest("The owner permission cannot be removed from the only organization owner."));
  const acquaintances =
    role === "guest" ? await tx.directConversations.peopleIn(realmId, user.id) : undefined;
  const bots = await botsBelow(tx, realmId, user, role);
  return right([
    ...bots,
    {
      type: "role_changed",
      userId: user.id,
      from: user.role,
      to: role,
      ...(acquaintances && { acquaintances }),
    },
  ]);
};

/** Bots have no more rights than their owner: what the owner lost, they lose first. */
const botsBelow = async (
  tx: Transaction,
  realmId: number,
  owner: User,
  role: Role,
): Promise<readonly RealmEvent[]> => {
  const events: RealmEvent[] = [];
  for (const bot of tx.state.users.values()) {
    if (bot.bot?.ownerId !== owner.id || allows(role, bot.role)) continue;
    const acquaintances =
      role === "guest" ? await tx.directConversations.peopleIn(realmId, bot.id) : undefined;
    events.push({
      type: "role_changed",
      userId: bot.id,
      from: bot.role,
      to: role,
      ...(acquaintances && { acquaintances }),
    });
  }
  return events;
};

const nameChange = (tx: Transaction, user: User, wanted: string | undefined): Change => {
  if (wanted === undefined || wanted.trim() === "" || wanted === user.fullName) return nothing;
  const fullName = checkOwnName(tx.state, wanted, user.id);
  if (isLeft(fullName)) return fullName;
  return right([{ type: "user_changed", userId: user.id, change: { fullName: fullName.right } }]);
};

/** Owners whom the server's operator trusts with it. */
const emailChange = (tx: Transaction, actor: User, user: User, wanted: string | undefined): Change => {
  if (wanted === undefined || wanted.trim().toLowerCase() === user.email.toLowerCase()) return nothing;
  if (actor.role !== "owner") return left(mustBe("owner"));
  if (!actor.canChangeUserEmails) return left(badRequest("User not authorized to change user emails"));
  const email = checkEmail(wanted);
  if (isLeft(email)) return email;
  const free = checkFreeEmail(tx.state, email.right);
  if (isLeft(free)) return free;
  return right([{ type: "user_changed", userId: user.id, change: { email: email.right } }]);
};
