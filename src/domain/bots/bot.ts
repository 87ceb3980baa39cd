import * as t from "io-ts";
import { dictionary, entity, nullable, oneOf } from "../codec/codec";
import { type ChannelId, channelIdCodec, type UserId, userIdCodec } from "../ids";

export const botTypes = ["generic", "incoming_webhook", "outgoing_webhook", "embedded"] as const;
export type BotType = (typeof botTypes)[number];

/** The format of an outgoing webhook's payload. */
const webhookInterfaces = ["native", "slack"] as const;
export type WebhookInterface = (typeof webhookInterfaces)[number];

/** Where an outgoing webhook bot sends messages, or the built-in program that answers for an embedded bot. */
export interface BotService {
  readonly name: string;
  readonly url: string;
  readonly interface: WebhookInterface;
}

/** What makes a user a bot. API §2.2. */
export interface Bot {
  readonly type: BotType;
  /** Null for system bots. */
  readonly ownerId: UserId | null;
  readonly defaultSendingChannelId: ChannelId | null;
  readonly defaultEventsChannelId: ChannelId | null;
  readonly defaultAllPublicChannels: boolean;
  readonly service: BotService | null;
  /** Settings of the bot's program, by key. */
  readonly config: Readonly<Record<string, string>>;
}

const botServiceCodec = entity<BotService>({
  name: t.string,
  url: t.string,
  interface: oneOf(...webhookInterfaces),
});

export const botCodec = entity<Bot>({
  type: oneOf(...botTypes),
  ownerId: nullable(userIdCodec),
  defaultSendingChannelId: nullable(channelIdCodec),
  defaultEventsChannelId: nullable(channelIdCodec),
  defaultAllPublicChannels: t.boolean,
  service: nullable(botServiceCodec),
  config: dictionary(t.string),
});

/** Defaults for everything but the type and the owner. */
export const botDefaults: Omit<Bot, "type" | "ownerId"> = {
  defaultSendingChannelId: null,
  defaultEventsChannelId: null,
  defaultAllPublicChannels: false,
  service: null,
  config: {},
};

/** The bot part of a new user. */
export const newBot = (type: BotType, ownerId: UserId | null): Bot => ({ type, ownerId, ...botDefaults });

/** Why an outgoing webhook bot receives a message. API §4.21. */
export type BotTrigger = "mention" | "direct_message";

/** A call to a bot's server about one message. */
export interface BotCall {
  readonly botId: UserId;
  readonly trigger: BotTrigger;
}

export const botCallCodec = entity<BotCall>({
  botId: userIdCodec,
  trigger: oneOf("mention", "direct_message"),
});
