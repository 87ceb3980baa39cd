import type { Request, Response } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import type { EventsFetched } from "../../application/events/fetch-events";
import type { ApiError } from "../../domain/errors";
import type { Told } from "./encode/event";
import { Reply } from "./reply";

/** What a stream is made of. */
interface Source {
  readonly first: EventsFetched;
  /** What comes after an id, as soon as there is something. */
  readonly next: (
    lastEventId: number | undefined,
    whenGone: (forget: () => void) => void,
  ) => Promise<Either<ApiError, EventsFetched>>;
  readonly tell: (fetched: EventsFetched) => readonly Told[];
  /** Whether the caller may still hear of anything. */
  readonly isAllowed: () => boolean | Promise<boolean>;
}

/** A reader who hasn't taken what was written by then is cut off; until it has, nothing more is written. */
const longestUnread = 20_000;
/** For how long a caller who was asked for in the database is believed. */
const believedMilliseconds = 1000;
/** How soon clients that were cut off come again, in milliseconds. */
const greeting = "retry: 1000\n\n";

/**
 * Writes a queue's events as they happen. It reads the queue as polls do, one after the other, so that whatever holds of
 * these holds of it; a newer request for the queue takes it over.
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
    response.setHeader("X-Content-Type-Options", "nosniff");
    // It ends with its connection: each event goes out as it is, in one write.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    if (request.method === "HEAD") return void response.end();
    response.write(greeting);
    let lastId = first.afterId;
    let allowedUntil = 0;
    for (let fetched = first; ; ) {
      // A wait that ended without an event may have been ended for this.
      if (fetched.items.length === 0 || performance.now() > allowedUntil) {
        const isAllowed = this.source.isAllowed();
        if (!(typeof isAllowed === "boolean" ? isAllowed : await isAllowed)) break;
        if (typeof isAllowed !== "boolean") allowedUntil = performance.now() + believedMilliseconds;
      }
      // Whoever has the queue now is told how far there was nothing.
      if (fetched.isOver && fetched.items.length === 0) break;
      const told = this.source.tell(fetched);
      lastId = told.at(-1)?.id ?? lastId;
      if (response.closed || (told.length > 0 && !(await this.write(response, textOf(told))))) return;
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

  /** Whether the client takes what it is told. */
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

const textOf = (told: readonly Told[]): string => {
  let text = "";
  for (const { id, text: json } of told) text += `id: ${id}\ndata: ${json}\n\n`;
  return text;
};
