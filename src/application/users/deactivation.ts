import { aboutUser, record } from "../../domain/audit/audit-rule";
import { auditValues } from "../../domain/audit/audit-values";
import type { RealmEvent } from "../../domain/event";
import { isOpen } from "../../domain/invitation";
import { deletedUserName, type User } from "../../domain/user";
import { noStatus } from "../../domain/user-status";
import { sentDeletionJob } from "../jobs/delete-sent-messages";
import { deleteSent, type SentKinds } from "../messages/delete-sent";
import type { Transaction } from "../transaction";

/** What goes with an account that ends. API §4.12. */
export interface DeactivationActions extends SentKinds {
  /** Renames the user to a fixed name, and removes the avatar and what they said of themselves. */
  readonly deleteProfile: boolean;
}

/** Ends the account and does nothing else. */
export const noActions: DeactivationActions = {
  deleteProfile: false,
  deletePublicChannelMessages: false,
  deletePrivateChannelMessages: false,
  deleteDirectMessages: false,
};

/**
 * Ends the accounts of a user's bots, then the user's own, and takes their invitations back. Of messages that are to go
 * with them the first go in the same commit, and the rest in commits of their own, soon after.
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
    const rest = await deleteSent(tx, deletion);
    if (rest) {
      tx.enqueue(sentDeletionJob(rest, tx.now));
      // The server goes on by itself: whoever asked for all of it is written now.
      tx.audit(record("messages_deleted", aboutUser(one.id), { before: auditValues(kinds) }));
    }
    if (deleteProfile) for (const event of profileRemoval(one)) tx.append(event);
    tx.append({ type: "user_deactivated", userId: one.id, firstMessageId: tx.nextMessageId });
  }
  const invitations = [...tx.state.invitations.values()].filter(
    (invitation) => invitation.inviterId === user.id && isOpen(invitation, tx.now),
  );
  if (invitations.length > 0)
    tx.append({
      type: "invitations_closed",
      status: "revoked",
      inviterIds: [user.id],
      invitationIds: invitations.map(({ id }) => id),
    });
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
