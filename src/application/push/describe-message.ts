import { mentionedGroupIds, mentionsUser } from "../../domain/group-mentions";
import type { Message } from "../../domain/message";
import type { Notification } from "../../domain/notification";
import type { PushTrigger } from "../../domain/notification-policy";
import { isInGroup } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";

/** The smallest of the groups that a message calls the user by; undefined where it names them too. */
const mentionedGroup = (state: RealmState, user: User, { renderedContent }: Message, now: number) => {
  if (mentionsUser(renderedContent, user.id)) return undefined;
  const groups = mentionedGroupIds(renderedContent)
    .filter((id) => isInGroup(state, user, id, now))
    .map((id) => ({
      id,
      name: state.groups.get(id)?.name ?? "",
      size: [...state.users.values()].filter((one) => isInGroup(state, one, id, now)).length,
    }));
  const [smallest] = groups.toSorted((a, b) => a.size - b.size);
  return smallest && { id: smallest.id, name: smallest.name };
};

/** A message as a user is notified of it; undefined where its sender or channel is gone. */
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
    // Whoever writes to somebody directly becomes known to them.
    isSenderKnown: conversation.kind === "direct" || canSeeUser(state, user, sender, now),
    channelName: channel?.name,
    participants: new Map(people.map((id) => [id, state.users.get(id)?.fullName ?? ""])),
    mentionedGroup: trigger === "mentioned" ? mentionedGroup(state, user, message, now) : undefined,
  };
};
