import * as t from "io-ts";
import { entity } from "../codec/codec";
import { type MessageId, messageIdCodec, type ReminderId, reminderIdCodec } from "../ids";

/** A user's request to be reminded of a message at a given time. */
export interface Reminder {
  readonly id: ReminderId;
  readonly messageId: MessageId;
  /** The text of the reminder in Markdown. It is composed again when the reminder is due. */
  readonly content: string;
  readonly renderedContent: string;
  /** The user's note; may be empty. */
  readonly note: string;
  /** Unix seconds. */
  readonly remindAt: number;
}

export const reminderCodec = entity<Reminder>({
  id: reminderIdCodec,
  messageId: messageIdCodec,
  content: t.string,
  renderedContent: t.string,
  note: t.string,
  remindAt: t.number,
});

/** In Unicode code points. */
export const reminderLimits = { noteLength: 1000 } as const;
