import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { messageLimits, normalizeContent } from "../../domain/messages/message";
import { contentTooLong, type MessageError, messageHasNullBytes } from "../../domain/messages/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { AttachmentReader } from "../ports/files/attachment-reader";
import type { MessageReader } from "../ports/messages/message-reader";
import type { MessageRenderer, RenderedMessage } from "../ports/messages/message-renderer";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import {
  attachmentsOf,
  type FilesFoundOutside,
  findSharableFiles,
} from "../uploads/shared/attachment-access";
import { messageContext } from "./shared/render-context";

/** The ports that rendering a message needs. */
export interface RenderPorts {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly attachments: AttachmentReader;
  readonly readStates: ReadStateReader;
  readonly renderer: MessageRenderer;
  readonly clock: Clock;
}

/** Renders content as the caller's message, with the realm as it is now. Runs before any lane is taken. */
export const renderAs = (
  ports: RenderPorts,
  caller: Caller,
  content: string,
  found?: FilesFoundOutside,
): TaskEither<CallerError | LimitError | MessageError, RenderedMessage> => {
  const { directory, renderer, clock } = ports;
  return readAsCaller(directory, caller, async (state, writer) => {
    const writing = { state, writer, now: clock.now() };
    // Nobody learns the type and size of a file that they can't read.
    const files = attachmentsOf(found ?? (await findSharableFiles(ports, caller, content)));
    return renderer.render(content, await messageContext(ports, writing, content, files));
  });
};

const { contentLength } = messageLimits;

/** Renders Markdown as if the caller sent it. API §4.19. */
export const renderMessage =
  (ports: RenderPorts) =>
  (caller: Caller, content: string): TaskEither<CallerError | LimitError | MessageError, string> =>
  async () => {
    if (content.includes("\0")) return E.left(messageHasNullBytes);
    if ([...content].length > contentLength) return E.left(contentTooLong(contentLength));
    const rendered = await renderAs(ports, caller, normalizeContent(content))();
    return E.isLeft(rendered) ? rendered : E.right(rendered.right.html);
  };
