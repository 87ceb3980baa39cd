import * as t from "io-ts";
import { dictionary, entity, nullable, oneOf } from "./codec";

/** In the order of the numbers that the wire has for them. */
export const botTypes = ["generic", "incoming_webhook", "outgoing_webhook", "embedded"] as const;
export type BotType = (typeof botTypes)[number];

/** How the payload of an outgoing webhook is written. */
export const webhookInterfaces = ["native", "slack"] as const;
export type WebhookInterface = (typeof webhookInterfaces)[number];

/** Where an outgoing webhook bot sends what it hears, or which program of the server's answers it. */
export interface BotService {
  readonly name: string;
  readonly url: string;
  readonly interface: WebhookInterface;
}

/** What makes a user a bot. API §2.2. */
export interface Bot {
  readonly type: BotType;
  /** Null for a bot of the server itself. */
  readonly ownerId: number | null;
  readonly defaultSendingChannelId: number | null;
  readonly defaultEventsChannelId: number | null;
  readonly defaultAllPublicChannels: boolean;
  readonly service: BotService | null;
  /** What its program needs to know, by key. */
  readonly config: Readonly<Record<string, string>>;
}

const botServiceCodec = entity<BotService>({
  name: t.string,
  url: t.string,
  interface: oneOf(...webhookInterfaces),
});

export const botCodec = entity<Bot>({
  type: oneOf(...botTypes),
  ownerId: nullable(t.number),
  defaultSendingChannelId: nullable(t.number),
  defaultEventsChannelId: nullable(t.number),
  defaultAllPublicChannels: t.boolean,
  service: nullable(botServiceCodec),
  config: dictionary(t.string),
});

/** What a bot has that nobody set anything for. */
export const botDefaults: Omit<Bot, "type" | "ownerId"> = {
  defaultSendingChannelId: null,
  defaultEventsChannelId: null,
  defaultAllPublicChannels: false,
  service: null,
  config: {},
};

/** What is a bot's own of a new one; it belongs to the user `ownerId`. */
export const newBot = (type: BotType, ownerId: number | null): Bot => ({ type, ownerId, ...botDefaults });

/** Why an outgoing webhook bot hears of a message. API §4.21. */
export type BotTrigger = "mention" | "direct_message";

/** That a bot's own server is to hear of a message. */
export interface BotCall {
  readonly botId: number;
  readonly trigger: BotTrigger;
}

export const botCallCodec = entity<BotCall>({ botId: t.number, trigger: oneOf("mention", "direct_message") });
