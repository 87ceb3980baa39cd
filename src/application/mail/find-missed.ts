import type { RealmEvent } from "../../domain/event";
import type { Message } from "../../domain/message";
import { mentionFlags } from "../../domain/read-state";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";

/** That a message may have been missed. */
export interface MaybeMissed {
  readonly userId: number;
  readonly messageId: number;
  /** When to look whether it was, in Unix milliseconds. */
  readonly dueAt: number;
}

/** Those whom a message concerns by name: who is written to directly, or mentioned, be it with everyone. */
export const addresseesOf = ({
  message: { conversation },
  marks,
}: Extract<RealmEvent, { type: "message_sent" }>): ReadonlySet<number> => {
  const userIds = new Set(conversation.kind === "direct" ? conversation.participants : []);
  for (const [userId, flags] of Object.entries(marks))
    if (mentionFlags.some((flag) => flags.includes(flag))) userIds.add(Number(userId));
  return userIds;
};

/** That a message concerns somebody by name, as far as their settings alone tell. */
const byName = ({ settings }: User): boolean => settings.enableOfflineEmailNotifications;

/**
 * Who of some people may miss a message, and wants to hear of it by mail: those who `want` it. What the server itself
 * writes to people isn't worth a mail, nor what somebody writes whom they muted.
 */
export const findMissed = (
  state: RealmState,
  { id: messageId, senderId, sentAt }: Pick<Message, "id" | "senderId" | "sentAt">,
  userIds: Iterable<number>,
  wants: (user: User) => boolean = byName,
): readonly MaybeMissed[] => {
  if (state.users.get(senderId)?.isSystemBot) return [];
  return [...userIds].flatMap((userId) => {
    const user = state.users.get(userId);
    const wantsMail =
      user?.isActive === true &&
      user.bot === null &&
      userId !== senderId &&
      wants(user) &&
      !user.mutedUsers.some((muted) => muted.userId === senderId);
    if (!wantsMail) return [];
    const dueAt = (sentAt + user.settings.emailNotificationsBatchingPeriodSeconds) * 1000;
    return [{ userId, messageId, dueAt }];
  });
};
