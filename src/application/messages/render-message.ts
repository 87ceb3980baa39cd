import { type Either, isLeft, left, map } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { messageLimits, normalizeContent } from "../../domain/message";
import { type Caller, callerIn, type Result } from "../caller";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { MessageRenderer, RenderedMessage } from "../ports/message-renderer";
import type { RealmDirectory } from "../realm-directory";
import { messageContext } from "./render-context";

/** What messages are rendered with. */
export interface RenderPorts {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly attachments: AttachmentReader;
  readonly renderer: MessageRenderer;
  readonly clock: Clock;
}

/** What the caller writes, as it will be shown; by the realm as it is now, before any lock is taken. */
export const renderAs = async (
  { directory, renderer, clock, ...ports }: RenderPorts,
  caller: Caller,
  content: string,
): Promise<Either<ApiError, RenderedMessage>> => {
  const state = await directory.of(caller.realmId);
  const sender = callerIn(state, caller);
  if (isLeft(sender)) return sender;
  return renderer.render(content, await messageContext(ports, state, sender.right, content, clock.now()));
};

const { contentLength } = messageLimits;

/** Markdown as HTML, as if the caller sent it. API §4.19. */
export const renderMessage =
  (ports: RenderPorts) =>
  (caller: Caller, content: string): Result<string> =>
  async () => {
    if (content.includes("\0")) return left(badRequest("Message must not contain null bytes"));
    if ([...content].length > contentLength)
      return left(badRequest(`content is too long (limit: ${contentLength} characters)`));
    return map(({ html }: RenderedMessage) => html)(await renderAs(ports, caller, normalizeContent(content)));
  };
