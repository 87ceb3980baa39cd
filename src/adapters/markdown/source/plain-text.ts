import type { RenderContext, RenderedMessage } from "../../../application/ports/messages/message-renderer";

/** One line of words, with only punctuation that has no meaning in Markdown, URLs or emoji. */
const words = /^[\p{L}\p{N}](?:[\p{L}\p{N} ,!?'-]*[\p{L}\p{N},!?'])?$/u;

/** Renders plain text without a parser; undefined if the source may contain markup. */
export const renderPlain = (
  source: string,
  { linkifiers, alertWords }: Pick<RenderContext, "linkifiers" | "alertWords">,
): RenderedMessage | undefined =>
  linkifiers.length === 0 && alertWords.length === 0 && words.test(source)
    ? {
        html: `<p>${source}</p>`,
        mentions: { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false },
        alertWords: [],
        uploadPaths: [],
      }
    : undefined;
