import type { RealmEvent } from "../../../domain/events/event";
import type { MessageId, UserId } from "../../../domain/ids";
import type { MessageHead } from "../../../domain/messages/message";
import { mentionFlags } from "../../../domain/messages/read-state";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";

/** A message that a user may have missed. */
export interface MaybeMissed {
  readonly userId: UserId;
  readonly messageId: MessageId;
  /** When to check, in Unix milliseconds. */
  readonly dueAt: number;
}

/**
 * The people addressed by a message: recipients of a direct message, and users it mentions, also through a wildcard.
 */
export const addresseesOf = ({
  message: { conversation },
  flagsByUser,
}: Extract<RealmEvent, { type: "message_sent" }>): ReadonlySet<UserId> => {
  const userIds = new Set(conversation.kind === "direct" ? conversation.participants : []);
  for (const [userId, flags] of Object.entries(flagsByUser))
    if (mentionFlags.some((flag) => flags.includes(flag))) userIds.add(Number(userId));
  return userIds;
};

/** Whether a user wants mail about messages addressed to them. */
const wantsAddressedMail = ({ settings }: User): boolean => settings.enableOfflineEmailNotifications;

/**
 * Finds the users who may miss a message and want mail about it, as `wants` decides. Notices by system bots and
 * messages by muted users cause no mail.
 */
export const findMissed = (
  state: RealmState,
  { id: messageId, senderId, sentAt }: Pick<MessageHead, "id" | "senderId" | "sentAt">,
  userIds: Iterable<UserId>,
  wants: (user: User) => boolean = wantsAddressedMail,
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
