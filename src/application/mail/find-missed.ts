import type { RealmEvent } from "../../domain/event";
import type { RealmState } from "../../domain/realm-state";

/** That a message may have been missed. */
export interface MaybeMissed {
  readonly userId: number;
  readonly messageId: number;
  /** When to look whether it was, in Unix milliseconds. */
  readonly dueAt: number;
}

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** Those whom a message concerns by name: who is written to directly, or mentioned. */
const addressees = ({ message: { conversation }, marks }: Sent): ReadonlySet<number> => {
  const userIds = new Set(conversation.kind === "direct" ? conversation.participants : []);
  for (const [userId, flags] of Object.entries(marks))
    if (flags.includes("mentioned")) userIds.add(Number(userId));
  return userIds;
};

/**
 * Who may miss a message, and wants to hear of it by mail. What the server itself writes to people isn't worth
 * a mail, nor what somebody writes whom they muted.
 */
export const findMissed = (state: RealmState, sent: Sent): readonly MaybeMissed[] => {
  const { id: messageId, senderId, sentAt } = sent.message;
  if (state.users.get(senderId)?.isSystemBot) return [];
  return [...addressees(sent)].flatMap((userId) => {
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
