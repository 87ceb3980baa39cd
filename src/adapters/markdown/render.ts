import { type Either, left, right } from "fp-ts/Either";
import type { RenderContext, RenderedMessage } from "../../application/ports/message-renderer";
import { type ApiError, badRequest } from "../../domain/errors";
import { dialect } from "./dialect";
import { newRun, type Setup } from "./run";

/** Grows when the same source becomes other HTML. */
export const rendererVersion = 1;

/** What cannot be rendered: it takes too long, or becomes too large. */
export const unableToRender: ApiError = badRequest("Unable to render message");

const longestHtml = 1_000_000;

export type Render = (source: string, context: RenderContext) => Either<ApiError, RenderedMessage>;

/** Renders in this thread. */
export const makeRender = async (setup: Setup): Promise<Render> => {
  const { parseTemplate } = await import("url-template");
  const markdown = dialect(parseTemplate);
  return (source, context) => {
    const run = newRun(context, setup);
    const html = markdown.render(source, { run }).trim();
    if (html.length > longestHtml) return left(unableToRender);
    const { userIds, groupIds, channelWildcard, topicWildcard } = run.mentions;
    return right({
      html,
      mentions: { userIds: [...userIds], groupIds: [...groupIds], channelWildcard, topicWildcard },
      alertWords: [...run.alertWords],
      uploadPaths: [...run.uploadPaths],
    });
  };
};
