import * as t from "io-ts";
import { entity, nullable } from "../codec/codec";
import { type ChannelId, channelIdCodec, type UserId, userIdCodec } from "../ids";
import type { Channel } from "./channel";

/** One user's subscription to one channel, with their personal settings for it. API §4.2. */
export interface Subscription {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  /** False after unsubscribing. Personal settings survive until the user subscribes again. */
  readonly isActive: boolean;
  readonly color: string;
  readonly isMuted: boolean;
  readonly pinToTop: boolean;
  /** For this and the following: null means the user's global setting. */
  readonly desktopNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

export const subscriptionCodec = entity<Subscription>({
  userId: userIdCodec,
  channelId: channelIdCodec,
  isActive: t.boolean,
  color: t.string,
  isMuted: t.boolean,
  pinToTop: t.boolean,
  desktopNotifications: nullable(t.boolean),
  audibleNotifications: nullable(t.boolean),
  pushNotifications: nullable(t.boolean),
  emailNotifications: nullable(t.boolean),
  wildcardMentionsNotify: nullable(t.boolean),
});

/** New values for a user's personal settings of a channel. */
export type SubscriptionChange = Partial<Omit<Subscription, "userId" | "channelId" | "isActive">>;

const palette = [
  "#76ce90", "#fae589", "#a6c7e5", "#e79ab5", "#bfd56f", "#f4ae55", "#b0a5fd", "#addfe5",
  "#f5ce6e", "#c2726a", "#94c849", "#bd86e5", "#ee7e4a", "#a6dcbf", "#95a5fd", "#53a063",
  "#9987e1", "#e4523d", "#c2c2c2", "#4f8de4", "#c6a8ad", "#e7cc4d", "#c8bebf", "#a47462",
] as const; // biome-ignore format: a palette reads best as a block

/** Picks a color none of the user's channels uses yet. When all are used, cycles through the palette. */
export const pickColor = (used: ReadonlySet<string>, count: number): string =>
  palette.find((color) => !used.has(color)) ?? palette[count % palette.length] ?? palette[0];

/** A new subscription: default settings, apart from the color and the channel's default for mobile notifications. */
export const newSubscription = (
  userId: UserId,
  channel: Pick<Channel, "id" | "defaultPushNotifications">,
  color: string,
): Subscription => ({
  userId,
  channelId: channel.id,
  isActive: true,
  color,
  isMuted: false,
  pinToTop: false,
  desktopNotifications: null,
  audibleNotifications: null,
  pushNotifications: channel.defaultPushNotifications ? true : null,
  emailNotifications: null,
  wildcardMentionsNotify: null,
});
