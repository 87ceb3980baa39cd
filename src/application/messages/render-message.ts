import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
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
import { type RenderedOutside, renderOutside } from "./shared/rendered-outside";

/** The ports that rendering a message needs. */
export interface RenderPorts {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly attachments: AttachmentReader;
  readonly readStates: ReadStateReader;
  readonly renderer: MessageRenderer;
  readonly clock: Clock;
}

/**
 * Renders content as the caller's message before any lane is taken, with the realm as this node knows it. If the message is stored,
 * `renderedInLane` checks that.
 */
export const renderOutsideAs = (
  ports: RenderPorts,
  caller: Caller,
  content: string,
  found?: FilesFoundOutside,
): TaskEither<CallerError | LimitError | MessageError, RenderedOutside> =>
  readAsCaller(ports.directory, caller, async (state, writer) => {
    const writing = { state, writer, now: ports.clock.now() };
    // Nobody learns the type and size of a file that they can't read.
    const files = attachmentsOf(found ?? (await findSharableFiles(ports, caller, content)));
    const outside = await renderOutside(ports, writing, content, files);
    return pipe(
      outside.rendering.made,
      E.map(() => outside),
    );
  });

/** Renders content as the caller's message, for display only. */
export const renderAs = (
  ports: RenderPorts,
  caller: Caller,
  content: string,
): TaskEither<CallerError | LimitError | MessageError, RenderedMessage> =>
  pipe(
    renderOutsideAs(ports, caller, content),
    TE.chainEitherKW(({ rendering }) => rendering.made),
  );

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
