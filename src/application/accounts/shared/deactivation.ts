import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { aboutUser, record } from "../../../domain/audit/audit-rule";
import { auditValues } from "../../../domain/audit/audit-values";
import type { RealmEvent } from "../../../domain/events/event";
import type { UserId } from "../../../domain/ids";
import type { JobWithdrawal, NewJob } from "../../../domain/jobs/job";
import { deletedUserName, type User } from "../../../domain/users/user";
import { noStatus } from "../../../domain/users/user-status";
import { appendRegistrationsEnd } from "../../api-keys/shared/append-registrations-end";
import { askedEarlierBy, type Caller } from "../../caller";
import { closeInvitationsOf } from "../../invitations/shared/close-invitations";
import { sentDeletionJob } from "../../messages/delete-sent-messages";
import { findSentSlice, type SentKinds } from "../../messages/shared/delete-sent-slice";
import { deletionsInParts } from "../../messages/shared/deletion-events";
import type { MessagePlace } from "../../ports/messages/message-scope";
import type { InTransaction, Transaction } from "../../transaction";

/** What to delete along with a deactivated account. API §4.12. */
export interface DeactivationActions extends SentKinds {
  /** Replaces the name by a fixed one and removes the avatar, the profile values and the status. */
  readonly deleteProfile: boolean;
}

/** Deactivates the account and deletes nothing. */
export const noDeactivationActions: DeactivationActions = {
  deleteProfile: false,
  deletePublicChannelMessages: false,
  deletePrivateChannelMessages: false,
  deleteDirectMessages: false,
};

/** The rest of a deactivation that takes several commits. */
export interface RestOfDeactivation {
  readonly ownerId: UserId;
  /** Done to the bots and then to the owner. */
  readonly actions: DeactivationActions;
}

/** Completes a deactivation that its request left unfinished. */
export const restJob = (rest: RestOfDeactivation, dueAt: number): NewJob => ({
  kind: "deactivate_bots",
  key: `${rest.ownerId}`,
  replaces: true,
  payload: rest,
  dueAt,
});

/** Nothing is left to do, or the owner was reactivated. */
export const withdrawalOfRest = (ownerId: UserId): JobWithdrawal => ({
  kind: "deactivate_bots",
  withdraws: `${ownerId}`,
});

/** The cost of deactivating an account, in rows: its subscriptions, and its share of the rows for all accounts. */
const costOf = (tx: Transaction, { id }: User): number => 20 + tx.state.subscriptionsOf(id).length;
const mostInASlice = 1000;
/** When a job takes over from a request that ended too early, in milliseconds. */
const restAfterMilliseconds = 60_000;
/** How long messages wait to be deleted, in milliseconds, so that their deletion doesn't delay further accounts. */
const pauseForAccounts = 2000;

/** The accounts that fit in one commit: at least one. */
const firstOf = (tx: Transaction, accounts: readonly User[]): readonly User[] => {
  let cost = 0;
  const end = accounts.findIndex((account) => {
    cost += costOf(tx, account);
    return cost > mostInASlice;
  });
  return end < 0 ? accounts : accounts.slice(0, Math.max(1, end));
};

const activeBotsOf = (tx: Transaction, owner: User): readonly User[] =>
  [...tx.state.users.values()].filter(({ bot, isActive }) => bot?.ownerId === owner.id && isActive);

/**
 * Deactivates a user's bots, then the user, and revokes their open invitations. If that is too much for one commit, the
 * user ends in this one with the first of the bots, and `appendRest` ends the others. Returns whether none is left.
 */
export const appendDeactivation = async (
  tx: Transaction,
  user: User,
  actions: DeactivationActions,
): Promise<boolean> => {
  const bots = activeBotsOf(tx, user);
  const all = [...bots, user];
  if (firstOf(tx, all).length === all.length) {
    await endAccounts(tx, { bots, owner: user }, actions);
    return true;
  }
  // An active owner could bring the bots back as fast as they end, and never end.
  endAccount(tx, user.id);
  closeInvitationsOf(tx, [user.id]);
  const [, ...first] = firstOf(tx, [user, ...bots]);
  await endAccounts(tx, { bots: first }, actions);
  tx.enqueue(restJob({ ownerId: user.id, actions }, tx.now + restAfterMilliseconds));
  return false;
};

/**
 * Deactivates as many bots of a deactivated owner as fit in one commit; other changes run before the next commit. The
 * last commit applies the actions to the owner too. Returns whether none is left.
 */
export const appendRest = async (
  tx: Transaction,
  { ownerId, actions }: RestOfDeactivation,
): Promise<boolean> => {
  const owner = tx.state.users.get(ownerId);
  if (owner === undefined || owner.isActive) return true;
  const bots = activeBotsOf(tx, owner);
  const first = firstOf(tx, bots);
  const isLast = first.length === bots.length;
  await endAccounts(tx, { bots: first, ...(isLast && { owner }) }, actions);
  if (isLast) tx.enqueue(withdrawalOfRest(ownerId));
  return isLast;
};

/** A reactivated user registers devices again when they log in. */
const endAccount = (tx: Transaction, userId: UserId): void => {
  appendRegistrationsEnd(tx, userId);
  tx.append({ type: "user_deactivated", userId, firstMessageId: tx.nextMessageId });
};

/** Accounts that end in one commit. Without the owner, further ones follow. */
interface Ending {
  readonly bots: readonly User[];
  readonly owner?: User;
}

/**
 * Ends the accounts that are still active, each with the actions. The first messages to delete go in the last commit,
 * the rest soon after in separate commits.
 */
const endAccounts = async (
  tx: Transaction,
  { bots, owner }: Ending,
  actions: DeactivationActions,
): Promise<void> => {
  const slices = [bots, owner ? [owner] : []];
  const userIds = slices.flat().map(({ id }) => id);
  const { deleteProfile, ...kinds } = actions;
  const deletion = { ...kinds, userIds, after: 0, upTo: tx.nextMessageId - 1 };
  const deletesMessages = Object.values(kinds).includes(true);
  // A caller who deactivates many accounts needn't wait for their messages too.
  const { found, rest } =
    deletesMessages && owner
      ? await findSentSlice(tx, deletion)
      : { found: new Map<UserId, readonly MessagePlace[]>(), rest: deletesMessages ? deletion : undefined };
  if (rest) {
    tx.enqueue(sentDeletionJob(rest, tx.now + (owner ? 0 : pauseForAccounts)));
    // The rest is deleted later by the server itself, so record who asked for it now.
    for (const id of rest.userIds)
      tx.audit(record("messages_deleted", aboutUser(id), { before: auditValues(kinds) }));
  }
  const deletions = await deletionsInParts(
    tx,
    slices.map((slice) => slice.flatMap(({ id }) => found.get(id) ?? [])),
  );
  for (const [index, slice] of slices.entries()) {
    for (const event of deletions[index] ?? []) tx.append(event);
    if (deleteProfile) for (const event of profileRemovals(slice)) tx.append(event);
    for (const { id, isActive } of slice) if (isActive) endAccount(tx, id);
  }
  closeInvitationsOf(tx, userIds);
};

/** Runs the first commit of a deactivation, and then as many as it takes. */
export const deactivateInSlices =
  <E>(
    { inTransaction }: { readonly inTransaction: InTransaction },
    caller: Caller,
    rest: RestOfDeactivation,
    first: TaskEither<E, boolean>,
  ): TaskEither<E, void> =>
  async () => {
    const begun = await first();
    if (E.isLeft(begun)) return begun;
    for (let isOver = begun.right; !isOver; )
      isOver = E.toUnion(
        await inTransaction(askedEarlierBy(caller), async (tx) => E.right(await appendRest(tx, rest))),
      );
    return E.right(undefined);
  };

/** Kind by kind, since events of one kind are written together. */
const profileRemovals = (users: readonly User[]): readonly RealmEvent[] => [
  ...users.map(
    ({ id: userId, avatar }): RealmEvent => ({
      type: "user_changed",
      userId,
      change: {
        fullName: deletedUserName,
        avatar: { source: "generated", version: avatar.version + 1 },
        isDeleted: true,
      },
    }),
  ),
  ...users.flatMap(({ id: userId, profile }): readonly RealmEvent[] => {
    const values = Object.fromEntries(Object.keys(profile).map((id) => [id, null]));
    return Object.keys(values).length === 0 ? [] : [{ type: "profile_values_changed", userId, values }];
  }),
  ...users.map(({ id: userId }): RealmEvent => ({ type: "user_status_changed", userId, change: noStatus })),
];
