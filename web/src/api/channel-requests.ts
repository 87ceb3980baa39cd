import { get, send } from "./http";

export const fetchIsSubscribed = async (userId: number, channelId: number): Promise<boolean> =>
  (await get<{ is_subscribed: boolean }>(`/users/${userId}/subscriptions/${channelId}`)).is_subscribed;

/** Subscribes other people. */
export const addSubscribers = (name: string, userIds: readonly number[]): Promise<unknown> =>
  send("POST", "/users/me/subscriptions", { subscriptions: [{ name }], principals: userIds });

/** A user's personal settings for a channel. */
export type PersonalChannelProperty =
  | "is_muted"
  | "pin_to_top"
  | "color"
  | "desktop_notifications"
  | "audible_notifications"
  | "push_notifications";

export const setSubscriptionProperty = (
  channelId: number,
  property: PersonalChannelProperty,
  value: boolean | string,
): Promise<unknown> => send("POST", `/users/me/subscriptions/${channelId}`, { property, value });

export const markChannelRead = (channelId: number): Promise<unknown> =>
  send("POST", "/mark_stream_as_read", { stream_id: channelId });
