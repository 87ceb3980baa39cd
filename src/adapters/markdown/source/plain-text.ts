import type { RenderContext, RenderedMessage } from "../../../application/ports/messages/message-renderer";

/**
 * One line of words, with only punctuation that has no meaning in Markdown, URLs or emoji, and `**`. A full stop
 * ends a word: a name with one inside may be an address, and after a number it may begin a list.
 */
const words = /^(?!\d+\.)(?:\*\*)?[\p{L}\p{N}](?:[\p{L}\p{N} ,!?'"()-]|\.(?=[ ,!?'"().]|$)|\*\*)*(?<![ -])$/u;
const strong = "**";

/** The words between `**` marks as strong text; undefined unless each pair encloses words. */
const withStrong = (source: string): string | undefined => {
  const parts = source.split(strong);
  if (parts.length % 2 === 0) return undefined;
  let html = "";
  for (const [index, part] of parts.entries()) {
    const isInside = index % 2 === 1;
    if (isInside && part === "") return undefined;
    html += isInside ? `<strong>${part}</strong>` : part;
  }
  return html;
};

/** Renders plain text without a parser; undefined if the source may contain other markup. */
export const renderPlain = (
  source: string,
  { linkifiers, alertWords }: Pick<RenderContext, "linkifiers" | "alertWords">,
): RenderedMessage | undefined => {
  if (linkifiers.length > 0 || alertWords.length > 0 || !words.test(source)) return undefined;
  const html = source.includes(strong) ? withStrong(source) : source;
  if (html === undefined) return undefined;
  return {
    html: `<p>${html}</p>`,
    mentions: { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false },
    alertWords: [],
    uploadPaths: [],
  };
};
