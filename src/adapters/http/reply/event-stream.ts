import type { Request, Response } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import type { EventsFetched } from "../../../application/events/fetch-events";
import type { ApiError } from "../../../domain/errors";
import type { EventId } from "../../../domain/ids";
import type { EncodedEvent } from "../../zulip-wire/events/event";
import { Reply } from "./reply";

/** The inputs of a stream. */
interface Source {
  readonly first: EventsFetched;
  /** Resolves with the items after an id as soon as there are any. */
  readonly next: (
    lastEventId: EventId | undefined,
    whenGone: (forget: () => void) => void,
  ) => Promise<Either<ApiError, EventsFetched>>;
  readonly encode: (fetched: EventsFetched) => readonly EncodedEvent[];
  /** Whether the caller may still receive events. */
  readonly isAllowed: () => boolean | Promise<boolean>;
}

/**
 * A client that hasn't read what was written within this many milliseconds is cut off; until then nothing
 * more is written.
 */
const longestUnread = 20_000;
/** How long an authorization checked in the database stays valid, in milliseconds. */
const believedMilliseconds = 1000;
/** How soon disconnected clients reconnect, in milliseconds. */
const greeting = "retry: 1000\n\n";

/**
 * Streams a queue's events as they happen. It reads the queue as consecutive polls do, so that the same rules
 * apply; a newer request for the queue takes it over.
 */
export class EventStream extends Reply {
  constructor(
    private readonly source: Source,
    private readonly patience: number = longestUnread,
  ) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const { next, first } = this.source;
    const gone: { forget: () => void } = { forget: () => {} };
    response.once("close", () => gone.forget());
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Type", "text/event-stream");
    response.setHeader("X-Accel-Buffering", "no");
    // Closing the connection ends the stream, so it needs no chunked encoding: each event is one write.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    if (request.method === "HEAD") return void response.end();
    response.write(greeting);
    let lastId = first.afterId;
    let allowedUntil = 0;
    for (let fetched = first; ; ) {
      // A wait may have ended without an event so that authorization is checked again.
      if (fetched.items.length === 0 || performance.now() > allowedUntil) {
        const isAllowed = this.source.isAllowed();
        if (!(typeof isAllowed === "boolean" ? isAllowed : await isAllowed)) break;
        if (typeof isAllowed !== "boolean") allowedUntil = performance.now() + believedMilliseconds;
      }
      // Another request took over the queue: it sends the heartbeats from now on.
      if (fetched.isOver && fetched.items.length === 0) break;
      const encoded = this.source.encode(fetched);
      lastId = encoded.at(-1)?.id ?? lastId;
      if (response.closed || (encoded.length > 0 && !(await this.write(response, textOf(encoded))))) return;
      if (fetched.isOver) break;
      const outcome = await next(lastId, (forget) => {
        gone.forget = forget;
        if (response.closed) forget();
      });
      if (isLeft(outcome)) break;
      fetched = outcome.right;
    }
    response.end();
  }

  /** Whether the client reads what is written. */
  private async write(response: Response, text: string): Promise<boolean> {
    if (response.write(text)) return true;
    const late = setTimeout(() => response.destroy(), this.patience);
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        response.off("drain", settle).off("close", settle);
        resolve();
      };
      response.on("drain", settle).on("close", settle);
    });
    clearTimeout(late);
    return !response.closed;
  }
}

const textOf = (encoded: readonly EncodedEvent[]): string => {
  let text = "";
  for (const { id, text: json } of encoded) text += `id: ${id}\ndata: ${json}\n\n`;
  return text;
};
