import * as E from "fp-ts/Either";
import type MarkdownIt from "markdown-it";
import type {
  RenderContext,
  RenderError,
  RenderedMessage,
} from "../../application/ports/messages/message-renderer";
import { unableToRender } from "../../domain/messages/refusals";
import { dialect } from "./dialect";
import { type EmojiNames, newRendering, type Rendering } from "./rendering/rendering";

const longestHtml = 1_000_000;

/** Renders one message in the calling thread. */
export type Render = (
  source: string,
  context: RenderContext,
  realmUrl: string,
) => E.Either<RenderError, RenderedMessage>;

/** Undefined if nesting overflows the stack. */
const htmlOf = (
  markdown: MarkdownIt.MarkdownIt,
  source: string,
  rendering: Rendering,
): string | undefined => {
  try {
    return markdown.render(source, { rendering }).trim();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Creates a renderer for the calling thread. */
export const makeRender = (emoji: EmojiNames): Render => {
  const markdown = dialect();
  return (source, context, realmUrl) => {
    const rendering = newRendering(context, emoji, realmUrl);
    const html = htmlOf(markdown, source, rendering);
    if (html === undefined || html.length > longestHtml) return E.left(unableToRender);
    const { userIds, groupIds, channelWildcard, topicWildcard } = rendering.mentions;
    return E.right({
      html,
      mentions: { userIds: [...userIds], groupIds: [...groupIds], channelWildcard, topicWildcard },
      alertWords: [...rendering.alertWords],
      uploadPaths: [...rendering.uploadPaths],
    });
  };
};
