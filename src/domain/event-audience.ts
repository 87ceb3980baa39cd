import { canSeeChannel } from "./channel-access";
import type { RealmEvent } from "./event";
import type { RealmState } from "./realm-state";
import type { User } from "./user";

/** Whom an event concerns, told without a list of ten thousand names. */
export type Audience =
  | { readonly to: "everyone" }
  | { readonly to: "users"; readonly userIds: readonly number[] }
  | { readonly to: "subscribers"; readonly channelId: number }
  /** Those who may know of any of the channels, and those named. */
  | { readonly to: "viewers"; readonly channelIds: readonly number[]; readonly userIds: readonly number[] };

export const audienceOf = (event: RealmEvent): Audience => {
  switch (event.type) {
    case "realm_created":
    case "group_created":
    case "user_created":
    case "default_channels_set":
      return { to: "everyone" };
    case "channel_created":
      return { to: "viewers", channelIds: [event.channel.id], userIds: [] };
    case "channel_revealed":
    case "message_flags_changed":
      return { to: "users", userIds: "userIds" in event ? event.userIds : [event.userId] };
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
  }
};

/** Whether the user belongs to the audience in this state. */
export const isAmong = (audience: Audience, state: RealmState, user: User, now: number): boolean => {
  switch (audience.to) {
    case "everyone":
      return true;
    case "users":
      return audience.userIds.includes(user.id);
    case "subscribers":
      return state.isSubscribed(user.id, audience.channelId);
    case "viewers":
      return (
        audience.userIds.includes(user.id) ||
        audience.channelIds.some((id) => {
          const channel = state.channels.get(id);
          return channel !== undefined && canSeeChannel(state, user, channel, now);
        })
      );
  }
};
