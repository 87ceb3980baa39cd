import type { Message } from "../../../domain/messages/message";
import type { Notification } from "../../../domain/notifications/notification";
import type { PushTrigger } from "../../../domain/notifications/notification-policy";
import { sizeOfGroup } from "../../../domain/policy/group-members";
import { isInGroup } from "../../../domain/policy/permission";
import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { mentionedGroupIds, mentionsUser } from "../../../domain/text/group-mentions";
import type { User } from "../../../domain/users/user";

/** The smallest mentioned group that the user is in; undefined if the message also mentions the user. */
const mentionedGroup = (state: RealmState, user: User, { renderedContent }: Message, now: number) => {
  if (mentionsUser(renderedContent, user.id)) return undefined;
  const mine = mentionedGroupIds(renderedContent).filter((id) => isInGroup(state, user, id, now));
  const groups = mine.map((id) => ({
    id,
    name: state.groups.get(id)?.name ?? "",
    size: sizeOfGroup(state, id, now),
  }));
  const [smallest] = groups.toSorted((a, b) => a.size - b.size);
  return smallest && { id: smallest.id, name: smallest.name };
};

/** The notification of a message for one user; undefined if its sender is gone. */
export const describeMessage = (
  state: RealmState,
  user: User,
  message: Message,
  trigger: PushTrigger,
  now: number,
): Notification | undefined => {
  const sender = state.users.get(message.senderId);
  if (sender === undefined) return undefined;
  const { conversation } = message;
  const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
  const people = conversation.kind === "direct" ? conversation.participants : [];
  return {
    kind: "message",
    message,
    trigger,
    sender,
    // The recipient of a direct message may always see its sender.
    isSenderKnown: conversation.kind === "direct" || canSeeUser(state, user, sender, now),
    channelName: channel?.name,
    participants: new Map(people.map((id) => [id, state.users.get(id)?.fullName ?? ""])),
    mentionedGroup: trigger === "mention" ? mentionedGroup(state, user, message, now) : undefined,
  };
};
