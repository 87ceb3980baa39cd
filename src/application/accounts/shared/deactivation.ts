import { aboutUser, record } from "../../../domain/audit/audit-rule";
import { auditValues } from "../../../domain/audit/audit-values";
import type { RealmEvent } from "../../../domain/events/event";
import { deletedUserName, type User } from "../../../domain/users/user";
import { noStatus } from "../../../domain/users/user-status";
import { closeInvitationsOf } from "../../invitations/shared/close-invitations";
import { sentDeletionJob } from "../../messages/delete-sent-messages";
import { deleteSentSlice, type SentKinds } from "../../messages/shared/delete-sent-slice";
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

/**
 * Deactivates a user's bots, then the user, and revokes their open invitations. The first of the messages to
 * delete go in the same commit, the rest soon after in commits of their own.
 */
export const appendDeactivation = async (
  tx: Transaction,
  user: User,
  actions: DeactivationActions,
): Promise<void> => {
  const bots = [...tx.state.users.values()].filter(
    ({ bot, isActive }) => bot?.ownerId === user.id && isActive,
  );
  const { deleteProfile, ...kinds } = actions;
  for (const one of [...bots, user]) {
    const deletion = { ...kinds, userId: one.id, after: 0, upTo: tx.nextMessageId - 1 };
    const rest = await deleteSentSlice(tx, deletion);
    if (rest) {
      tx.enqueue(sentDeletionJob(rest, tx.now));
      // The rest is deleted later by the server itself, so record who asked for it now.
      tx.audit(record("messages_deleted", aboutUser(one.id), { before: auditValues(kinds) }));
    }
    if (deleteProfile) for (const event of profileRemoval(one)) tx.append(event);
    tx.append({ type: "user_deactivated", userId: one.id, firstMessageId: tx.nextMessageId });
  }
  closeInvitationsOf(
    tx,
    [...bots, user].map(({ id }) => id),
  );
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
