import type { ChannelId } from "../../../domain/ids";
import type { Invitation } from "../../../domain/invitations/invitation";
import type { User } from "../../../domain/users/user";
import { postNotice, prepareNotice, sendNotice, silentMention } from "../../notices/notice";
import type { Transaction } from "../../transaction";

/** The topic that announces new people. */
const signupsTopic = "signups";

const welcome = (realmName: string): string =>
  [
    `Welcome to **${realmName}**! 👋`,
    "This is a direct message from the notification bot. It lets you know about things that concern you here.",
    "People talk in channels, and each message belongs to a topic, a short title for one conversation. To begin, open a channel, choose a topic and reply, or start a new one.",
  ].join("\n\n");

/** Announces the account to the organization and to the inviter, and welcomes the new user. */
export const greetUser = async (
  tx: Transaction,
  user: User,
  channelIds: readonly ChannelId[],
  invitation: Invitation | undefined,
): Promise<void> => {
  const { realm, channels, users } = tx.state;
  const who = silentMention(user);
  const announcementsId = realm.settings.signupAnnouncementsChannelId;
  const announcements = announcementsId === null ? undefined : channels.get(announcementsId);
  if (announcements && !announcements.isArchived)
    postNotice(
      tx,
      announcements,
      signupsTopic,
      prepareNotice(tx, `${who} joined this organization.`, "server", { users: [user] }),
      channelIds.includes(announcements.id) ? { readerId: user.id } : {},
    );
  if (invitation?.tellsInviter && users.get(invitation.inviterId)?.isActive) {
    const text = `${who} accepted your invitation to join ${realm.name}!`;
    await sendNotice(tx, invitation.inviterId, prepareNotice(tx, text, "server", { users: [user] }));
  }
  const ownText = (invitation?.welcomeText ?? realm.settings.welcomeMessageCustomText).trim();
  for (const text of [welcome(realm.name), ...(ownText === "" ? [] : [ownText])])
    await sendNotice(tx, user.id, prepareNotice(tx, text, "server"));
};
