import { send } from "./call";

export const subscribe = (name: string): Promise<unknown> =>
  send("POST", "/users/me/subscriptions", { subscriptions: [{ name }] });

export const unsubscribe = (name: string): Promise<unknown> =>
  send("DELETE", "/users/me/subscriptions", { subscriptions: [name] });

/** Subscribes others. */
export const addSubscribers = (name: string, userIds: readonly number[]): Promise<unknown> =>
  send("POST", "/users/me/subscriptions", { subscriptions: [{ name }], principals: userIds });

/** What somebody sets for a channel of theirs alone. */
export type OwnChannelProperty =
  | "is_muted"
  | "pin_to_top"
  | "color"
  | "desktop_notifications"
  | "audible_notifications"
  | "push_notifications";

export const setSubscriptionProperty = (
  channelId: number,
  property: OwnChannelProperty,
  value: boolean | string,
): Promise<unknown> => send("POST", `/users/me/subscriptions/${channelId}`, { property, value });

export const markChannelRead = (channelId: number): Promise<unknown> =>
  send("POST", "/mark_stream_as_read", { stream_id: channelId });
