import { isLeft, right } from "fp-ts/Either";
import { aboutUser, record } from "../../../domain/audit/audit-rule";
import { auditValues } from "../../../domain/audit/audit-values";
import type { RealmEvent } from "../../../domain/events/event";
import type { UserId } from "../../../domain/ids";
import { deletedUserName, type User } from "../../../domain/users/user";
import { noStatus } from "../../../domain/users/user-status";
import type { Result } from "../../caller";
import { closeInvitationsOf } from "../../invitations/shared/close-invitations";
import { sentDeletionJob } from "../../messages/delete-sent-messages";
import { findSentSlice, type SentKinds } from "../../messages/shared/delete-sent-slice";
import { deletionsInParts } from "../../messages/shared/deletion-events";
import type { MessagePlace } from "../../ports/messages/message-scope";
import type { Transaction } from "../../transaction";

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

/** What deactivating an account costs, in rows: its subscriptions, and its part in what is written for all accounts. */
const costOf = (tx: Transaction, { id }: User): number => 20 + tx.state.subscriptionsOf(id).length;
const mostInASlice = 1000;
/** How long messages wait for the end of further accounts, in milliseconds: their deletion would take its turns. */
const pauseForAccounts = 2000;

/** Those of the accounts that one commit deactivates: at least one. */
const firstOf = (tx: Transaction, accounts: readonly User[]): readonly User[] => {
  let cost = 0;
  const end = accounts.findIndex((one) => {
    cost += costOf(tx, one);
    return cost > mostInASlice;
  });
  return end < 0 ? accounts : accounts.slice(0, Math.max(1, end));
};

/**
 * Deactivates a user's bots, then the user, and revokes their open invitations, as many accounts as fit in one commit.
 * Returns false if bots are left: then the user is still active, and others get their turn before the next slice. The
 * first of the messages to delete go in the last commit, the rest soon after in commits of their own.
 */
export const appendDeactivation = async (
  tx: Transaction,
  user: User,
  actions: DeactivationActions,
): Promise<boolean> => {
  const bots = [...tx.state.users.values()].filter(
    ({ bot, isActive }) => bot?.ownerId === user.id && isActive,
  );
  const accounts = firstOf(tx, [...bots, user]);
  const userIds = accounts.map(({ id }) => id);
  const isLast = accounts.includes(user);
  const { deleteProfile, ...kinds } = actions;
  const deletion = { ...kinds, userIds, after: 0, upTo: tx.nextMessageId - 1 };
  const deletesMessages = Object.values(kinds).includes(true);
  // Who waits for the end of many accounts needn't wait for their messages too.
  const { found, rest } =
    deletesMessages && isLast
      ? await findSentSlice(tx, deletion)
      : { found: new Map<UserId, readonly MessagePlace[]>(), rest: deletesMessages ? deletion : undefined };
  if (rest) {
    tx.enqueue(sentDeletionJob(rest, tx.now + (isLast ? 0 : pauseForAccounts)));
    // The rest is deleted later by the server itself, so record who asked for it now.
    for (const id of rest.userIds)
      tx.audit(record("messages_deleted", aboutUser(id), { before: auditValues(kinds) }));
  }
  const parts = [accounts.filter((one) => one !== user), isLast ? [user] : []];
  const deletions = await deletionsInParts(
    tx,
    parts.map((part) => part.flatMap(({ id }) => found.get(id) ?? [])),
  );
  for (const [index, part] of parts.entries()) {
    for (const event of deletions[index] ?? []) tx.append(event);
    if (deleteProfile) for (const event of profileRemovals(part)) tx.append(event);
    for (const { id } of part)
      tx.append({ type: "user_deactivated", userId: id, firstMessageId: tx.nextMessageId });
  }
  closeInvitationsOf(tx, userIds);
  return isLast;
};

/** Runs one slice of a deactivation after another, each in a commit of its own, until one says that it is the last. */
export const inSlices =
  <E>(slice: Result<boolean, E>): Result<void, E> =>
  async () => {
    for (;;) {
      const isOver = await slice();
      if (isLeft(isOver)) return isOver;
      if (isOver.right) return right(undefined);
    }
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
