import * as t from "io-ts";
import { entity, listOf, nullable, oneOf } from "../codec/codec";
import { tagged } from "../codec/tagged";
import {
  type ChannelId,
  channelIdCodec,
  type ScheduledMessageId,
  scheduledMessageIdCodec,
  type UserId,
  userIdCodec,
} from "../ids";

/** The destination of a scheduled message. */
export type ScheduledDestination =
  | { readonly kind: "channel"; readonly channelId: ChannelId; readonly topic: string }
  /** All participants, including the sender. */
  | { readonly kind: "direct"; readonly userIds: readonly UserId[] };

/** A message to be sent at a given time. */
export interface ScheduledMessage {
  readonly id: ScheduledMessageId;
  readonly place: ScheduledDestination;
  /** Markdown source. */
  readonly content: string;
  /** HTML for previews. The content is rendered again when the message is sent. */
  readonly renderedContent: string;
  /** Unix seconds. */
  readonly deliverAt: number;
  /** The client that scheduled the message, from its User-Agent. */
  readonly client: string;
  readonly readBySender: boolean;
  /** Why sending failed when the message was due. */
  readonly failure: string | null;
}

export const scheduledMessageCodec = entity<ScheduledMessage>({
  id: scheduledMessageIdCodec,
  place: tagged<ScheduledDestination, "kind">("kind", {
    channel: entity<Extract<ScheduledDestination, { kind: "channel" }>>({
      kind: oneOf("channel"),
      channelId: channelIdCodec,
      topic: t.string,
    }),
    direct: entity<Extract<ScheduledDestination, { kind: "direct" }>>({
      kind: oneOf("direct"),
      userIds: listOf(userIdCodec),
    }),
  }),
  content: t.string,
  renderedContent: t.string,
  deliverAt: t.number,
  client: t.string,
  readBySender: t.boolean,
  failure: nullable(t.string),
});

/** How many seconds late a message is still sent. Later, its sender may not want it any more. */
export const scheduledLateness = 600;
