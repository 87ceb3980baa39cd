import type { RealmEvent } from "../../domain/event";
import { isOpen } from "../../domain/invitation";
import { deletedUserName, type User } from "../../domain/user";
import { noStatus } from "../../domain/user-status";
import { deletionsOf } from "../messages/deletion-events";
import type { Transaction } from "../transaction";

/** What goes with an account that ends. API §4.12. */
export interface DeactivationActions {
  /** Renames the user to a fixed name, and removes the avatar and what they said of themselves. */
  readonly deleteProfile: boolean;
  readonly deletePublicChannelMessages: boolean;
  readonly deletePrivateChannelMessages: boolean;
  readonly deleteDirectMessages: boolean;
}

/** Ends the account and does nothing else. */
export const noActions: DeactivationActions = {
  deleteProfile: false,
  deletePublicChannelMessages: false,
  deletePrivateChannelMessages: false,
  deleteDirectMessages: false,
};

/** Ends the accounts of a user's bots, then the user's own, and takes their invitations back. */
export const appendDeactivation = async (
  tx: Transaction,
  realmId: number,
  user: User,
  actions: DeactivationActions,
): Promise<void> => {
  const bots = [...tx.state.users.values()].filter(
    ({ bot, isActive }) => bot?.ownerId === user.id && isActive,
  );
  for (const one of [...bots, user]) {
    for (const event of await deletions(tx, realmId, one, actions)) tx.append(event);
    if (actions.deleteProfile) for (const event of profileRemoval(one)) tx.append(event);
    tx.append({ type: "user_deactivated", userId: one.id, firstMessageId: tx.nextMessageId });
  }
  const invitations = [...tx.state.invitations.values()].filter(
    (invitation) => invitation.inviterId === user.id && isOpen(invitation, tx.now),
  );
  if (invitations.length > 0)
    tx.append({
      ...{ type: "invitations_closed", status: "revoked", inviterIds: [user.id] },
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

const deletions = async (
  tx: Transaction,
  realmId: number,
  user: User,
  actions: DeactivationActions,
): Promise<readonly RealmEvent[]> => {
  const { deletePublicChannelMessages, deletePrivateChannelMessages, deleteDirectMessages } = actions;
  if (!deletePublicChannelMessages && !deletePrivateChannelMessages && !deleteDirectMessages) return [];
  const sent = await tx.messages.sentBy(realmId, user.id);
  const chosen = sent.filter(({ conversation }) => {
    if (conversation.kind === "direct") return deleteDirectMessages;
    return tx.state.channels.get(conversation.channelId)?.privacy === "private"
      ? deletePrivateChannelMessages
      : deletePublicChannelMessages;
  });
  return deletionsOf(chosen, tx.now);
};
