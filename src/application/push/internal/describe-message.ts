import type { GroupId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import type { Notification } from "../../../domain/notifications/notification";
import type { PushTrigger } from "../../../domain/notifications/notification-policy";
import { membersAmong } from "../../../domain/policy/group-members";
import { allPeopleByRights } from "../../../domain/policy/people-by-rights";
import { isInGroup, nestedIn } from "../../../domain/policy/permission";
import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { mentionedGroupIds, mentionsUser } from "../../../domain/text/group-mentions";
import type { User } from "../../../domain/users/user";

/** The groups that contain none of the others, so that only groups that may be the smallest are counted. */
const innermost = (state: RealmState, groupIds: readonly GroupId[]): readonly GroupId[] => {
  const all = new Set(groupIds);
  return groupIds.filter((id) => {
    const group = state.groups.get(id);
    return group !== undefined && !nestedIn(state, group).some((nested) => all.has(nested.id));
  });
};

/** The smallest mentioned group that the user is in; undefined if the message also mentions the user. */
const mentionedGroup = (state: RealmState, user: User, { renderedContent }: Message, now: number) => {
  if (mentionsUser(renderedContent, user.id)) return undefined;
  const mine = innermost(
    state,
    mentionedGroupIds(renderedContent).filter((id) => isInGroup(state, user, id, now)),
  );
  if (mine.length === 0) return undefined;
  const membersOf = membersAmong(state, allPeopleByRights(state), now);
  const groups = mine.map((id) => ({
    id,
    name: state.groups.get(id)?.name ?? "",
    size: membersOf(id).size,
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
