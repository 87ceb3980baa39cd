import type { Subscription, SubscriptionChange } from "../channels/subscription";
import { type GroupEvent, groupAfter, realmAfter, type UserEvent, userAfter } from "../events/after-event";
import { type ChannelEvent, channelAfter, isAboutChannels } from "../events/channel-event";
import { type EmojiEvent, isAboutEmoji } from "../events/emoji-event";
import type { RealmEvent } from "../events/event";
import { type InvitationEvent, invitationAfter, isAboutInvitations } from "../events/invitation-event";
import { isAboutMessages, type MessageEvent } from "../events/message-event";
import type { PeopleEvent } from "../events/people-event";
import { devicesAfterEvent, isAboutPush } from "../events/push-event";
import { isAboutTopics } from "../events/topic-event";
import { isUserData } from "../events/user-data-event";
import type { ChannelId, ProfileFieldId, UserId } from "../ids";
import type { RealmState } from "./realm-state";
import { changedState, type StateChange } from "./state-change";
import { undoing } from "./undoing";

/**
 * The state after the event at the next position. This is the only fold of the log; storage and tests use it
 * too.
 */
export const apply = (state: RealmState, event: RealmEvent): RealmState =>
  changedState(state, state.position + 1, changesOf(state, event));

/** The changes that lead from the state after the event back to this one. */
export const undoOf = (state: RealmState, event: RealmEvent): readonly StateChange[] =>
  undoing(state, changesOf(state, event));

/** The state after the event, with the changes that lead back; computes the changes only once. */
export const applyWithUndo = (
  state: RealmState,
  event: RealmEvent,
): { readonly after: RealmState; readonly undo: readonly StateChange[] } => {
  const changes = changesOf(state, event);
  return { after: changedState(state, state.position + 1, changes), undo: undoing(state, changes) };
};

/** Reverts one change of the state with the result of `undoOf`. The position stays. */
export const takeBack = (state: RealmState, undo: readonly StateChange[]): RealmState =>
  changedState(state, state.position, undo);

const none: readonly StateChange[] = [];

const changesOf = (state: RealmState, event: RealmEvent): readonly StateChange[] => {
  if (isAboutMessages(event)) return changesByMessage(state, event);
  if (isUserData(event) || isAboutTopics(event)) return none;
  if (isAboutChannels(event)) return changesOfChannels(state, event);
  if (isAboutInvitations(event)) return changesOfInvitations(state, event);
  if (isAboutEmoji(event)) return changesOfEmoji(state, event);
  if (isAboutPush(event)) {
    const devices = devicesAfterEvent(state.pushDevices.get(event.userId), event);
    return [{ part: "pushDevices", id: event.userId, value: devices ?? null }];
  }
  return changesOfPeople(state, event);
};

/** A new direct conversation makes its other members visible to guests. */
const changesByMessage = (state: RealmState, event: MessageEvent): readonly StateChange[] => {
  if (event.type !== "message_sent" || !event.beginsConversation) return none;
  const { conversation } = event.message;
  if (conversation.kind !== "direct") return none;
  return conversation.participants
    .filter((id) => state.users.get(id)?.role === "guest")
    .map((id) => ({
      part: "acquaintances",
      id,
      value: [...new Set([...state.acquaintancesOf(id), ...conversation.participants])],
    }));
};

const changesOfPeople = (state: RealmState, event: PeopleEvent): readonly StateChange[] => {
  switch (event.type) {
    case "realm_created":
      return [{ part: "realm", value: event.realm }];
    case "realm_changed":
      return [{ part: "realm", value: realmAfter(state.realm, event.change) }];
    case "group_created":
      return [{ part: "groups", id: event.group.id, value: event.group }];
    case "group_changed":
    case "group_subgroups_changed":
      return changesOfGroup(state, event);
    case "group_members_changed": {
      const { groupId, op, userIds } = event;
      const isFixed = state.groups.get(groupId)?.systemName !== null;
      return isFixed ? none : [{ part: "members", groupId, op, userIds }];
    }
    case "user_created":
      return [{ part: "users", id: event.user.id, value: event.user }];
    case "role_changed": {
      const isGuest = event.to === "guest";
      const known = isGuest ? (event.acquaintances ?? []) : null;
      return [...changesOfUser(state, event), { part: "acquaintances", id: event.userId, value: known }];
    }
    case "user_deactivated":
    case "user_reactivated":
    case "user_changed":
    case "bot_changed":
    case "profile_values_changed":
    case "user_settings_changed":
    case "user_status_changed":
    case "alert_words_set":
    case "muted_users_set":
      return changesOfUser(state, event);
    case "people_revealed":
    case "people_hidden":
    case "secrets_changed":
      return none;
    case "profile_fields_set": {
      const { fields, removedIds, ofUsers } = event;
      return [
        { part: "profileFields", value: fields },
        ...removedIds.flatMap((id) => emptied(state, id, ofUsers)),
      ];
    }
    case "linkifiers_set":
      return [{ part: "linkifiers", value: event.linkifiers }];
    case "playgrounds_set":
      return [{ part: "playgrounds", value: event.playgrounds }];
    case "domain_added":
    case "domain_changed":
      return [{ part: "domains", id: event.domain.id, value: event.domain }];
    case "domain_removed":
      return [{ part: "domains", id: event.domain.id, value: null }];
  }
};

/** Removes the values of the field that these users have, or all. */
const emptied = (
  { users }: RealmState,
  fieldId: ProfileFieldId,
  ofUsers: readonly UserId[] = [...users.keys()],
): readonly StateChange[] => {
  const values: Record<string, null> = {};
  for (const id of ofUsers) if (users.get(id)?.profile[fieldId] !== undefined) values[id] = null;
  return Object.keys(values).length === 0 ? none : [{ part: "profileValues", fieldId, values }];
};

const changesOfUser = (state: RealmState, event: UserEvent): readonly StateChange[] => {
  const user = state.users.get(event.userId);
  return user ? [{ part: "users", id: user.id, value: userAfter(user, event) }] : none;
};

const changesOfGroup = (state: RealmState, event: GroupEvent): readonly StateChange[] => {
  const group = state.groups.get(event.groupId);
  return group ? [{ part: "groups", id: group.id, value: groupAfter(group, event) }] : none;
};

const changesOfChannels = (state: RealmState, event: ChannelEvent): readonly StateChange[] => {
  switch (event.type) {
    case "channel_created":
      return [{ part: "channels", id: event.channel.id, value: event.channel }];
    case "channel_changed": {
      const channel = state.channels.get(event.channelId);
      return channel
        ? [{ part: "channels", id: channel.id, value: channelAfter(channel, event.change) }]
        : none;
    }
    case "default_channels_set":
      return [{ part: "defaultChannels", value: event.channelIds }];
    case "default_channel_groups_set":
      return [{ part: "defaultChannelGroups", value: event.groups }];
    case "channel_folders_set":
      return [{ part: "channelFolders", value: event.folders }];
    case "subscribed":
      return event.subscriptions.map((value) => ({
        part: "subscriptions",
        userId: value.userId,
        channelId: value.channelId,
        value,
      }));
    case "unsubscribed":
      return event.channelIds.flatMap((channelId) =>
        event.userIds.flatMap((userId) => changedSubscription(state, userId, channelId, { isActive: false })),
      );
    case "subscriptions_changed":
      return [...byChannel(event.changes)].flatMap(([channelId, change]) =>
        changedSubscription(state, event.userId, channelId, change),
      );
    case "channel_revealed":
    case "channel_hidden":
      return none;
  }
};

/** Merges the changes of each channel into one. */
const byChannel = (
  changes: readonly { readonly channelId: ChannelId; readonly change: SubscriptionChange }[],
): ReadonlyMap<number, SubscriptionChange> => {
  const merged = new Map<number, SubscriptionChange>();
  for (const { channelId, change } of changes) merged.set(channelId, { ...merged.get(channelId), ...change });
  return merged;
};

const changedSubscription = (
  state: RealmState,
  userId: UserId,
  channelId: ChannelId,
  change: SubscriptionChange | Pick<Subscription, "isActive">,
): readonly StateChange[] => {
  const subscription = state.subscription(userId, channelId);
  return subscription
    ? [{ part: "subscriptions", userId, channelId, value: { ...subscription, ...change } }]
    : none;
};

const changesOfInvitations = (state: RealmState, event: InvitationEvent): readonly StateChange[] => {
  if (event.type === "invitations_made")
    return event.invitations.map((value) => ({ part: "invitations", id: value.id, value }));
  const ids = event.type === "invitation_mailed" ? [event.invitationId] : event.invitationIds;
  return ids.flatMap((id) => {
    const invitation = state.invitations.get(id);
    return invitation
      ? [{ part: "invitations", id, value: invitationAfter(invitation, event) } as const]
      : [];
  });
};

const changesOfEmoji = (state: RealmState, event: EmojiEvent): readonly StateChange[] => {
  if (event.type === "emoji_added") return [{ part: "emoji", id: event.emoji.id, value: event.emoji }];
  const emoji = state.emoji.get(event.emojiId);
  return emoji ? [{ part: "emoji", id: emoji.id, value: { ...emoji, isDeactivated: true } }] : none;
};
