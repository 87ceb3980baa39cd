import { type CompactIds, hasId } from "../collections/compact-ids";
import type { RealmEvent } from "../events/event";
import { type InvitationEvent, isAboutInvitations } from "../events/invitation-event";
import { isAboutPush } from "../events/push-event";
import { isAboutTopics } from "../events/topic-event";
import { isUserData } from "../events/user-data-event";
import type { ChannelId, MessageId, UserId } from "../ids";
import type { Conversation } from "../messages/message";
import { type ChannelMessages, messagesBeforeAndAfter, type Reach } from "../messages/message-reach";
import { canSeeChannel } from "../policy/channel-access";
import { viewersAmong } from "../policy/channel-viewers";
import { knowingAny, knowsAny } from "../policy/known-messages";
import { type PeopleByRights, peopleByRights } from "../policy/people-by-rights";
import { canSeeUser, readersWhoSee } from "../policy/user-access";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import { allows } from "../users/role";
import type { User } from "../users/user";

/** The users that an event concerns, described without listing ten thousand ids. */
export type Audience =
  | { readonly to: "everyone" }
  | { readonly to: "users"; readonly userIds: readonly UserId[] }
  /** Users out of many, such as all members of a group. */
  | { readonly to: "listed"; readonly lists: readonly CompactIds[] }
  /** Subscribers; for an event about an earlier message, only those who may see that message. */
  | { readonly to: "subscribers"; readonly channelId: ChannelId; readonly about?: ChannelMessages }
  /** Users who can see any of the channels, and the named ones. */
  | { readonly to: "viewers"; readonly channelIds: readonly ChannelId[]; readonly userIds: readonly UserId[] }
  /** Users who can read any of the messages. */
  | { readonly to: "readers"; readonly messages: readonly ChannelMessages[] }
  /** Administrators, and the named users. */
  | { readonly to: "administrators"; readonly userIds: readonly UserId[] }
  /** Users who can see the user. */
  | { readonly to: "acquainted"; readonly userId: UserId };

const nobody: Audience = { to: "users", userIds: [] };

/** The users whose clients may receive the event. */
export const audienceOf = (event: RealmEvent): Audience => {
  if (isUserData(event) || isAboutPush(event)) return { to: "users", userIds: [event.userId] };
  if (isAboutTopics(event)) return { to: "listed", lists: event.carried.map(({ userIds }) => userIds) };
  if (isAboutInvitations(event)) return { to: "administrators", userIds: invitersIn(event) };
  switch (event.type) {
    case "realm_created":
    case "realm_changed":
    case "group_created":
    case "group_changed":
    case "group_members_changed":
    case "group_subgroups_changed":
    // Groups and settings that name the user change for everyone.
    case "user_created":
    case "user_deactivated":
    case "user_reactivated":
    case "role_changed":
    case "profile_fields_set":
    case "linkifiers_set":
    case "playgrounds_set":
    case "domain_added":
    case "domain_changed":
    case "domain_removed":
    case "default_channels_set":
    case "default_channel_groups_set":
    case "channel_folders_set":
    case "emoji_added":
    case "emoji_deactivated":
      return { to: "everyone" };
    case "user_changed":
    case "bot_changed":
    case "profile_values_changed":
    case "user_status_changed":
      return { to: "acquainted", userId: event.userId };
    case "user_settings_changed":
      return event.change.emailAddressVisibility === undefined
        ? { to: "users", userIds: [event.userId] }
        : { to: "acquainted", userId: event.userId };
    case "alert_words_set":
    case "muted_users_set":
      return { to: "users", userIds: [event.userId] };
    case "channel_created":
      return { to: "viewers", channelIds: [event.channel.id], userIds: [] };
    case "channel_changed":
      return { to: "viewers", channelIds: [event.channelId], userIds: [] };
    case "channel_revealed":
    case "channel_hidden":
    case "people_revealed":
    case "people_hidden":
      return { to: "listed", lists: [event.userIds] };
    case "subscriptions_changed":
    case "message_flags_changed":
      return { to: "users", userIds: [event.userId] };
    case "subscribed":
      return {
        to: "viewers",
        channelIds: [...new Set(event.subscriptions.map(({ channelId }) => channelId))],
        userIds: event.subscriptions.map(({ userId }) => userId),
      };
    case "unsubscribed":
      return { to: "viewers", channelIds: event.channelIds, userIds: event.userIds };
    case "message_sent": {
      const { conversation } = event.message;
      return conversation.kind === "channel"
        ? { to: "subscribers", channelId: conversation.channelId }
        : { to: "users", userIds: conversation.participants };
    }
    case "secrets_changed":
    // Clients see these messages when they next fetch some.
    case "messages_restored":
      return nobody;
    case "messages_moved":
      return { to: "readers", messages: messagesBeforeAndAfter(event) };
    case "reaction_changed":
    case "submessage_added":
    case "message_edited":
      return readersOf(event.conversation, [event.messageId], event.reach);
    case "message_rendered":
      return event.isFirst ? readersOf(event.conversation, [event.messageId], event.reach) : nobody;
    case "messages_deleted":
      return readersOf(event.conversation, event.messageIds, event.reach);
  }
};

const readersOf = (
  conversation: Conversation,
  messageIds: readonly MessageId[],
  reach: Reach | undefined,
): Audience =>
  conversation.kind === "channel"
    ? { to: "readers", messages: [{ channelId: conversation.channelId, messageIds, reach }] }
    : { to: "users", userIds: conversation.participants };

const invitersIn = (event: InvitationEvent): readonly UserId[] => {
  switch (event.type) {
    case "invitations_made":
      return event.invitations.map(({ inviterId }) => inviterId);
    case "invitation_mailed":
      return [];
    case "invitations_closed":
      return event.inviterIds;
  }
};

/** Whether the user belongs to the audience in this state. */
export const isInAudience = (audience: Audience, state: RealmState, user: User, now: number): boolean => {
  switch (audience.to) {
    case "everyone":
      return true;
    case "users":
      return audience.userIds.includes(user.id);
    case "listed":
      return audience.lists.some((userIds) =>
        // Lists in older events aren't sorted.
        typeof userIds === "string" ? hasId(userIds, user.id) : userIds.includes(user.id),
      );
    case "administrators":
      return allows(user.role, "administrator") || audience.userIds.includes(user.id);
    case "subscribers":
      return (
        state.isSubscribed(user.id, audience.channelId) &&
        (audience.about === undefined || knowsAny(state, user, audience.about, now))
      );
    case "viewers":
      return (
        audience.userIds.includes(user.id) ||
        audience.channelIds.some((id) => {
          const channel = state.channels.get(id);
          return channel !== undefined && canSeeChannel(state, user, channel, now);
        })
      );
    case "readers":
      return audience.messages.some((messages) => knowsAny(state, user, messages, now));
    case "acquainted": {
      const other = state.users.get(audience.userId);
      return other !== undefined && canSeeUser(state, user, other, now);
    }
  }
};

/** With more people than this, it is cheaper to find the whole audience at once than to check each person. */
const fewPeople = 20;

/**
 * Like `isInAudience`, for many people, by id: the cost is that of the people plus that of the channels, groups and
 * subscriptions that decide, not their product.
 */
export const audienceAmong = (
  audience: Audience,
  state: RealmState,
  among: ReadonlyMap<UserId, unknown>,
  now: number,
): ((user: User) => boolean) => {
  const oneByOne = (user: User): boolean => isInAudience(audience, state, user, now);
  if (among.size <= fewPeople) return oneByOne;
  const people = (): PeopleByRights => peopleByRights(state, IdSet.of(among.keys()));
  switch (audience.to) {
    case "viewers":
      return viewerAmong(audience, state, people(), now);
    case "readers":
      return knowingAny(state, people(), audience.messages, now);
    case "acquainted": {
      const user = state.users.get(audience.userId);
      return user === undefined ? () => false : readersWhoSee(state, user, now);
    }
    default:
      return oneByOne;
  }
};

const viewerAmong = (
  { channelIds, userIds }: Extract<Audience, { to: "viewers" }>,
  state: RealmState,
  people: PeopleByRights,
  now: number,
): ((user: User) => boolean) => {
  const viewersOf = viewersAmong(state, people, now);
  const channels = channelIds.flatMap((id) => state.channels.get(id) ?? []);
  const unsubscribed = new Set(channels.map(viewersOf));
  const viewers = IdSet.union([...unsubscribed, ...channels.map(({ id }) => state.subscribers(id))]);
  const named = new Set(userIds);
  return ({ id }) => named.has(id) || viewers.has(id);
};
