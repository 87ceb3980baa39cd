import type { Request, Response } from "express";
import * as E from "fp-ts/Either";
import type { EventsFetched, Receive } from "../../../application/events/await-events";
import type { CallerError } from "../../../domain/caller-refusals";
import type { EventId } from "../../../domain/ids";
import type { QueueError } from "../../../domain/queues/refusals";
import { type EncodedEvent, listOf } from "../../zulip-wire/events/encoded-event";
import type { QuietStreams } from "./quiet-streams";
import { Reply } from "./reply";
import type { UnreadLimit } from "./unread-limit";

type Outcome = E.Either<CallerError | QueueError, EventsFetched>;

/** The inputs of a stream. */
interface Source {
  /**
   * Calls `receive` with the items after an id, once it has returned and there are any. @returns the function
   * that ends the wait.
   */
  readonly next: (lastEventId: EventId | undefined, receive: Receive) => () => void;
  readonly encode: (fetched: EventsFetched) => readonly EncodedEvent[] | Promise<readonly EncodedEvent[]>;
  /** Whether the caller may still receive events. */
  readonly isAllowed: () => boolean | Promise<boolean>;
  readonly unread: UnreadLimit;
  readonly quietStreams: Pick<QuietStreams, "watch">;
}

/** How long written events may stay unread, in milliseconds. Until they are read, nothing more is written. */
const longestUnreadEvents = 20_000;
/** How long an authorization checked in the database stays valid, in milliseconds. */
const authorizedMilliseconds = 1000;
/** How soon disconnected clients reconnect, in milliseconds. */
const greeting = "retry: 1000\n\n";
/** A comment, not an event. The blank line helps parsers that split on blank lines. */
const comment = ":\n\n";

const setHeaders = (response: Response): void => {
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "text/event-stream");
  response.setHeader("X-Accel-Buffering", "no");
  // Closing the connection ends the stream, so it needs no chunked encoding: each event is one write.
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
};

/** The head of a stream, for HEAD requests. */
export class EventStreamHead extends Reply {
  send(_request: Request, response: Response): Promise<void> {
    setHeaders(response);
    response.end();
    return Promise.resolve();
  }
}

/**
 * Streams a queue's events as they happen. It reads the queue as consecutive polls do, so that the same rules
 * apply; a newer request for the queue takes it over.
 */
export class EventStream extends Reply {
  /** Resolves once the first items are written, or can no longer be. */
  readonly firstIsWritten: Promise<void>;
  private noteFirstWritten: () => void = () => {};

  constructor(
    private readonly first: EventsFetched,
    private readonly source: Source,
  ) {
    super();
    this.firstIsWritten = new Promise((resolve) => {
      this.noteFirstWritten = resolve;
    });
  }

  send(_request: Request, response: Response): Promise<void> {
    // The client left before the first items were there: nothing would end the stream.
    if (response.closed) {
      this.noteFirstWritten();
      return Promise.resolve();
    }
    setHeaders(response);
    response.write(greeting);
    return new OpenStream(this.source, response).begin(this.first, this.noteFirstWritten);
  }
}

/**
 * A stream that a client reads. Between two events it holds no promise, and while the client reads, only the written bytes of
 * the events.
 */
class OpenStream {
  private lastId: EventId | undefined;
  private lastWrite = performance.now();
  /** Until when an authorization that was checked in the database stays valid. */
  private allowedUntil = 0;
  /** Ends the current wait. */
  private endWait: () => void = () => {};
  private done: () => void = () => {};
  private failed: (error: unknown) => void = () => {};

  constructor(
    private readonly source: Source,
    private readonly response: Response,
  ) {
    const endWatch = source.quietStreams.watch(
      () => this.lastWrite,
      () => this.writeComment(),
    );
    // The client is gone.
    response.once("close", () => {
      endWatch();
      this.endWait();
    });
  }

  /** Passes events on, beginning with the first. Settles when the stream ends. */
  begin(first: EventsFetched, noteWritten: () => void): Promise<void> {
    this.lastId = first.afterId;
    const isOver = new Promise<void>((resolve, reject) => {
      this.done = resolve;
      this.failed = reject;
    });
    void this.passFirst(first, noteWritten);
    return isOver;
  }

  private async passFirst(first: EventsFetched, noteWritten: () => void): Promise<void> {
    await this.guarded(() => this.pass(first));
    noteWritten();
  }

  /** Passes events on, if the caller may still have them, and waits for more. Resolves once they are written. */
  private pass(fetched: EventsFetched): void | Promise<void> {
    // A wait may end without an event, to have authorization checked again.
    const isAuthorized = fetched.items.length > 0 && performance.now() <= this.allowedUntil;
    const isAllowed = isAuthorized || this.source.isAllowed();
    if (typeof isAllowed === "boolean") return this.writeIf(isAllowed, fetched);
    return isAllowed
      .then((isStill) => {
        this.allowedUntil = performance.now() + authorizedMilliseconds;
        return this.writeIf(isStill, fetched);
      })
      .catch(this.failed);
  }

  private writeIf(isAllowed: boolean, fetched: EventsFetched): void | Promise<void> {
    if (this.response.closed) return this.done();
    // Tells the request that took over the queue up to where there was nothing.
    if (isAllowed && !(fetched.isOver && fetched.items.length === 0)) return this.encode(fetched);
    this.end();
  }

  private encode(fetched: EventsFetched): void | Promise<void> {
    const encoded = this.source.encode(fetched);
    const { isOver } = fetched;
    if (encoded instanceof Promise) return encoded.then((one) => this.write(one, isOver)).catch(this.failed);
    this.write(encoded, isOver);
  }

  private write(encoded: readonly EncodedEvent[], isOver: boolean): void {
    const { response } = this;
    const { unread } = this.source;
    this.lastId = encoded.at(-1)?.id ?? this.lastId;
    this.lastWrite = performance.now();
    if (response.closed || encoded.length === 0) this.waitForMore(isOver);
    // The client comes back for the rest.
    else if (unread.hasTooMuch(response)) this.end();
    else if (response.write(listOf(encoded).chunk)) this.waitForMore(isOver);
    else {
      unread.count(response, longestUnreadEvents);
      this.untilRead(isOver);
    }
  }

  /** A client that doesn't read gets no further ones, so at most one is unread. */
  private writeComment(): void {
    const { response } = this;
    if (response.writableEnded || response.writableLength > 0) return;
    response.write(comment);
    this.lastWrite = performance.now();
  }

  private waitForMore(isOver: boolean): void {
    if (this.response.closed) this.done();
    else if (isOver) this.end();
    else this.endWait = this.source.next(this.lastId, this.receive);
  }

  private readonly receive: Receive = (outcome) => {
    if (outcome instanceof Promise) return outcome.then((one) => this.take(one)).catch(this.failed);
    return this.take(outcome);
  };

  private take(outcome: Outcome): void | Promise<void> {
    return this.guarded(() => this.passOrEnd(outcome));
  }

  private readonly passOrEnd = E.match<CallerError | QueueError, EventsFetched, void | Promise<void>>(
    () => this.end(),
    (fetched) => this.pass(fetched),
  );

  private guarded(act: () => void | Promise<void>): void | Promise<void> {
    try {
      return act();
    } catch (error) {
      this.failed(error);
    }
  }

  private end(): void {
    this.response.end();
    this.done();
  }

  /** Continues once the client has read what was written, or is gone. */
  private untilRead(isOver: boolean): void {
    const { response } = this;
    const resume = (): void => {
      response.off("drain", resume).off("close", resume);
      void this.guarded(() => this.waitForMore(isOver));
    };
    response.on("drain", resume).on("close", resume);
  }
}
