import * as t from "io-ts";
import { entity, listOf, nullable, oneOf, tagged } from "./codec";

/** Where a scheduled message is to go. */
export type ScheduledPlace =
  | { readonly kind: "channel"; readonly channelId: number; readonly topic: string }
  /** Everyone in the conversation, its sender too. */
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message that its sender has written for later. */
export interface ScheduledMessage {
  readonly id: number;
  readonly place: ScheduledPlace;
  /** Markdown source, and what it is now; when it is sent, it is rendered again. */
  readonly content: string;
  readonly renderedContent: string;
  /** Unix seconds. */
  readonly deliverAt: number;
  /** The program that scheduled it, by its User-Agent. */
  readonly client: string;
  readonly readBySender: boolean;
  /** Why it could not be sent when it was due. */
  readonly failure: string | null;
}

export const scheduledMessageCodec = entity<ScheduledMessage>({
  id: t.number,
  place: tagged<ScheduledPlace, "kind">("kind", {
    channel: entity<Extract<ScheduledPlace, { kind: "channel" }>>({
      kind: oneOf("channel"),
      channelId: t.number,
      topic: t.string,
    }),
    direct: entity<Extract<ScheduledPlace, { kind: "direct" }>>({
      kind: oneOf("direct"),
      userIds: listOf(t.number),
    }),
  }),
  content: t.string,
  renderedContent: t.string,
  deliverAt: t.number,
  client: t.string,
  readBySender: t.boolean,
  failure: nullable(t.string),
});

/** How long after its time a message is still sent, in seconds: its sender may not want it any more. */
export const scheduledLateness = 600;
