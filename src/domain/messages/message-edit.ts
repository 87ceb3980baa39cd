import * as t from "io-ts";
import { entity, optional } from "../codec/codec";
import { type ChannelId, channelIdCodec, type UserId, userIdCodec } from "../ids";
import { sizeOf } from "../users/user-list-limits";

/** One change to a message after it was sent: of its content, its topic or its channel. */
export interface MessageEdit {
  /** Unix seconds. */
  readonly editedAt: number;
  readonly userId: UserId;
  /** The previous content, as Markdown and as HTML. */
  readonly content?: { readonly before: string; readonly renderedBefore: string };
  readonly topic?: { readonly before: string; readonly after: string };
  /** The channels before and after a move. */
  readonly channel?: { readonly before: ChannelId; readonly after: ChannelId };
}

export const messageEditCodec = entity<MessageEdit>({
  editedAt: t.number,
  userId: userIdCodec,
  content: optional(
    entity<NonNullable<MessageEdit["content"]>>({ before: t.string, renderedBefore: t.string }),
  ),
  topic: optional(entity<NonNullable<MessageEdit["topic"]>>({ before: t.string, after: t.string })),
  channel: optional(
    entity<NonNullable<MessageEdit["channel"]>>({ before: channelIdCodec, after: channelIdCodec }),
  ),
});

/**
 * How much history a message keeps. Once `contentEdits` or `storedLength` (Markdown plus HTML, in UTF-16 units) is
 * reached, the content can't be edited again, so that nobody can push earlier versions out of the record. Moves are
 * unlimited: beyond `entries`, the first move and the newest ones are kept.
 */
export const editLimits = { contentEdits: 100, storedLength: 500_000, entries: 200 } as const;

/** The bytes an edit stores of the previous content. */
export const editSize = ({ content }: MessageEdit): number =>
  content ? sizeOf(content.before, content.renderedBefore) : 0;

/** Whether the content of a message has reached its limit of edits. */
export const isEditedToTheLimit = (edits: readonly MessageEdit[]): boolean => {
  const texts = edits.flatMap(({ content }) => (content ? [content] : []));
  const storedLength = texts.reduce(
    (sum, { before, renderedBefore }) => sum + before.length + renderedBefore.length,
    0,
  );
  return texts.length >= editLimits.contentEdits || storedLength >= editLimits.storedLength;
};

/** Adds an edit. If the history is full, drops the oldest move after the first. */
export const withEdit = (edits: readonly MessageEdit[], edit: MessageEdit): readonly MessageEdit[] => {
  if (edits.length < editLimits.entries) return [...edits, edit];
  const [, second] = edits.flatMap(({ content }, index) => (content ? [] : [index]));
  return [...edits.filter((_, index) => index !== second), edit];
};

/** The edits without previous content, for readers who may see moves only. Edits of content alone are left out. */
export const withoutContentEdits = (edits: readonly MessageEdit[]): readonly MessageEdit[] =>
  edits.flatMap(({ content: _, ...move }) => (move.topic || move.channel ? [move] : []));
