import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { create } from "content-disposition";
import type { Request, Response } from "express";
import { pipe } from "fp-ts/function";
import * as T from "fp-ts/Task";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../../application/api-error";
import type { ByteRange, Bytes } from "../../../application/ports/files/file-store";
import { codeOf } from "../../../domain/codec/caught";
import { shortFileName } from "../../../domain/files/attachment";
import { bareType, isShownInline, sentTypeOf } from "../../../domain/files/content-type";
import { cutUnread } from "./cut-unread";
import { type HttpError, unreadable } from "./http-error";
import { Reply } from "./reply";
import { sendError } from "./send";

/** A file to send. */
interface FileAnswer {
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** The name that a browser saves it under. */
  readonly name: string;
  /** Whether to save it even if it could be displayed. */
  readonly isDownload: boolean;
  /** Identifies the content: its entity tag. */
  readonly tag: string;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
  readonly cacheControl: string;
  readonly open: (range?: ByteRange) => TaskEither<ApiError, Bytes>;
}

const sandbox = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
/** Browsers' PDF viewers run no scripts from the file, but don't work in a sandbox. */
const sandboxOfPdf = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** Headers that render an uploaded file harmless: nothing in it may run, and its type is ours. */
const guards = ({ contentType, name, isDownload }: FileAnswer): Readonly<Record<string, string>> => ({
  "Content-Type": sentTypeOf(contentType),
  "Content-Security-Policy": bareType(contentType) === "application/pdf" ? sandboxOfPdf : sandbox,
  "Content-Disposition": create(shortFileName(name), {
    type: isDownload || !isShownInline(contentType) ? "attachment" : "inline",
  }),
});

const isGone = (error: unknown): boolean =>
  ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ECONNRESET", "EPIPE"].includes(
    codeOf(error) ?? "",
  );

/** The requested range; "none" if it lies outside the file, undefined for the whole file. */
const rangeOf = (request: Request, response: Response, size: number): ByteRange | "none" | undefined => {
  const condition = request.get("If-Range");
  if (
    condition !== undefined &&
    condition !== response.get("ETag") &&
    condition !== response.get("Last-Modified")
  )
    return undefined;
  const ranges = request.range(size, { combine: true });
  if (ranges === -1) return "none";
  const [range, another] = ranges === undefined || ranges === -2 || ranges.type !== "bytes" ? [] : ranges;
  return range === undefined || another !== undefined ? undefined : { first: range.start, last: range.end };
};

/** Answers with an error, without the headers set for the file. */
const sendInstead = (response: Response, error: HttpError): void => {
  for (const name of ["ETag", "Last-Modified", "Accept-Ranges"]) response.removeHeader(name);
  sendError(response.set("Cache-Control", "no-store"), error);
};

const sendContent = async (response: Response, content: Bytes, longest?: number): Promise<void> => {
  const stopWatching = cutUnread(response, longest);
  try {
    await pipeline(content, response);
  } catch (error) {
    // Too late for another answer: the client sees the connection end.
    response.destroy();
    if (!isGone(error)) throw error;
  } finally {
    stopWatching();
    // With Node.js 24, a pipeline to a client that has left already leaves the file open.
    if (content instanceof Readable) content.destroy();
  }
};

/** Streams a file, or the requested range, at the client's speed. A player resumes a video that it paused for long with a range. */
export class FileReply extends Reply {
  constructor(
    private readonly file: FileAnswer,
    /** How long its client may read nothing, in milliseconds. */
    private readonly longestUnread?: number,
  ) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const { tag, modifiedAt, cacheControl, size } = this.file;
    response.set({
      ETag: `"${tag}"`,
      "Last-Modified": new Date(modifiedAt).toUTCString(),
      "Cache-Control": cacheControl,
      "Accept-Ranges": "bytes",
    });
    if (request.fresh) return void response.status(304).end();
    const range = rangeOf(request, response, size);
    if (range === "none")
      return sendInstead(response.set("Content-Range", `bytes */${size}`), unreadable(416, "Invalid range"));
    const length = range ? range.last - range.first + 1 : size;
    const sendHead = (): void => {
      response.status(range ? 206 : 200).set("Content-Length", String(length));
      // Not `set`, which would add a charset to the type.
      for (const [name, value] of Object.entries(guards(this.file))) response.setHeader(name, value);
      if (range) response.set("Content-Range", `bytes ${range.first}-${range.last}/${size}`);
    };
    if (request.method === "HEAD") {
      sendHead();
      return void response.end();
    }
    await pipe(
      this.file.open(range),
      TE.matchE(
        (error) => T.fromIO(() => sendInstead(response, error)),
        (content) => () => {
          sendHead();
          return sendContent(response, content, this.longestUnread);
        },
      ),
    )();
  }
}
