import type { RealmState } from "../../domain/realm-state";
import type { AddressedMessage, MaybeMissed } from "../ports/missed-mail-store";

/**
 * Who may miss a message, and wants to hear of it by mail. What the server itself writes to people isn't worth
 * a mail, nor what somebody writes whom they muted.
 */
export const findMissed = (
  state: RealmState,
  { messageId, senderId, sentAt, userIds }: AddressedMessage,
): readonly MaybeMissed[] => {
  if (state.users.get(senderId)?.isSystemBot) return [];
  return userIds.flatMap((userId) => {
    const user = state.users.get(userId);
    const wantsMail =
      user?.isActive === true &&
      user.bot === null &&
      userId !== senderId &&
      user.settings.enableOfflineEmailNotifications &&
      !user.mutedUsers.some((muted) => muted.userId === senderId);
    if (!wantsMail) return [];
    const dueAt = (sentAt + user.settings.emailNotificationsBatchingPeriodSeconds) * 1000;
    return [{ userId, messageId, dueAt }];
  });
};
