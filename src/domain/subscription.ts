import * as t from "io-ts";
import type { Channel } from "./channel";
import { entity, nullable } from "./codec";

/** How one user has one channel. API §4.2. */
export interface Subscription {
  readonly userId: number;
  readonly channelId: number;
  /** False after unsubscribing: the personal settings are kept for the next time. */
  readonly isActive: boolean;
  readonly color: string;
  readonly isMuted: boolean;
  readonly pinToTop: boolean;
  /** Null follows the user's own settings. */
  readonly desktopNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

export const subscriptionCodec = entity<Subscription>({
  userId: t.number,
  channelId: t.number,
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

/** What people decide for themselves of a channel. */
export type SubscriptionChange = Partial<Omit<Subscription, "userId" | "channelId" | "isActive">>;

const palette = [
  "#76ce90", "#fae589", "#a6c7e5", "#e79ab5", "#bfd56f", "#f4ae55", "#b0a5fd", "#addfe5",
  "#f5ce6e", "#c2726a", "#94c849", "#bd86e5", "#ee7e4a", "#a6dcbf", "#95a5fd", "#53a063",
  "#9987e1", "#e4523d", "#c2c2c2", "#4f8de4", "#c6a8ad", "#e7cc4d", "#c8bebf", "#a47462",
] as const; // biome-ignore format: a palette reads best as a block

/** A colour that none of the user's channels has yet, or the least surprising repeat. */
export const pickColor = (used: ReadonlySet<string>, count: number): string =>
  palette.find((color) => !used.has(color)) ?? palette[count % palette.length] ?? palette[0];

/** A subscription as it begins, with nothing set of its own but the color and what the channel begins with. */
export const newSubscription = (
  userId: number,
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
