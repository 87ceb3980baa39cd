import { isLeft, right } from "fp-ts/Either";
import { aboutUser, record } from "../../../domain/audit/audit-rule";
import { auditValues } from "../../../domain/audit/audit-values";
import type { RealmEvent } from "../../../domain/events/event";
import { deletedUserName, type User } from "../../../domain/users/user";
import { noStatus } from "../../../domain/users/user-status";
import type { Result } from "../../caller";
import { closeInvitationsOf } from "../../invitations/shared/close-invitations";
import { sentDeletionJob } from "../../messages/delete-sent-messages";
import { deleteSentSlice, type SentKinds, sentInASlice } from "../../messages/shared/delete-sent-slice";
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

/** What deactivating an account costs, in rows: its subscriptions, and about as many statements as write forty rows. */
const costOf = (tx: Transaction, { id }: User): number => 40 + tx.state.subscriptionsOf(id).length;
const mostInASlice = 1000;

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
 * first of the messages to delete go in the same commit, the rest soon after in commits of their own.
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
  const { deleteProfile, ...kinds } = actions;
  let examined = 0;
  for (const one of accounts) {
    const deletion = { ...kinds, userId: one.id, after: 0, upTo: tx.nextMessageId - 1 };
    const slice = await deleteSentSlice(tx, deletion, sentInASlice - examined);
    examined += slice.examined;
    if (slice.rest) {
      tx.enqueue(sentDeletionJob(slice.rest, tx.now));
      // The rest is deleted later by the server itself, so record who asked for it now.
      tx.audit(record("messages_deleted", aboutUser(one.id), { before: auditValues(kinds) }));
    }
    if (deleteProfile) for (const event of profileRemoval(one)) tx.append(event);
    tx.append({ type: "user_deactivated", userId: one.id, firstMessageId: tx.nextMessageId });
  }
  closeInvitationsOf(
    tx,
    accounts.map(({ id }) => id),
  );
  return accounts.includes(user);
};

/** Runs one slice of a deactivation after another, each in a commit of its own, until one says that it is the last. */
export const inSlices =
  (slice: Result<boolean>): Result<void> =>
  async () => {
    for (;;) {
      const isOver = await slice();
      if (isLeft(isOver)) return isOver;
      if (isOver.right) return right(undefined);
    }
  };

const profileRemoval = (user: User): readonly RealmEvent[] => {
  const fields = Object.keys(user.profile);
  return [
    {
      type: "user_changed",
      userId: user.id,
      change: {
        fullName: deletedUserName,
        avatar: { source: "generated", version: user.avatar.version + 1 },
        isDeleted: true,
      },
    },
    ...(fields.length > 0
      ? [
          {
            ...({ type: "profile_values_changed", userId: user.id } as const),
            values: Object.fromEntries(fields.map((id) => [id, null])),
          },
        ]
      : []),
    { type: "user_status_changed", userId: user.id, change: noStatus },
  ];
};
