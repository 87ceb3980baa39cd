import type { RenderContext, RenderedMessage } from "../../application/ports/message-renderer";

/** Words on one line, with signs between them that mean nothing in Markdown, in addresses or in emoji. */
const words = /^[\p{L}\p{N}](?:[\p{L}\p{N} ,!?'-]*[\p{L}\p{N},!?'])?$/u;

/** What plain words become, which need no parser; undefined for anything that might be more than that. */
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
