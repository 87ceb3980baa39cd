import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { awaitEvents, type EventsFetched } from "../../../../application/events/await-events";
import { checkQueue } from "../../../../application/events/check-queue";
import { deleteQueue } from "../../../../application/events/delete-queue";
import type { TopicLinkFinder } from "../../../../application/ports/topics/topic-link-finder";
import { findTopicLinks } from "../../../../application/topics/find-topic-links";
import type { CallerError } from "../../../../domain/caller-refusals";
import { notLoggedIn } from "../../../../domain/caller-refusals";
import type { EventId } from "../../../../domain/ids";
import type { QueueError } from "../../../../domain/queues/refusals";
import { optional, type ParameterRefusal, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, decodeText, int, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeFetchedAsJson, encodeFetchedEvents } from "../../../zulip-wire/events/fetched-events";
import { done, endpoint } from "../../declaration/endpoint";
import type { SignedInContext } from "../../declaration/request-context";
import { DeferredAnswer } from "../../reply/deferred-answer";
import { EventStream, EventStreamHead } from "../../reply/event-stream";
import { registerQueueEndpoint } from "./registration";

type Answered = E.Either<CallerError | QueueError, object>;

const refused = (refusal: CallerError | QueueError): Answered => E.left(refusal);

/** A request for a queue's next events. Thousands wait at once, and an object takes less memory than closures. */
class Poll {
  constructor(
    private readonly context: SignedInContext,
    private readonly queueId: string,
    private readonly dontBlock: boolean,
    private readonly findTopicLinks: TopicLinkFinder,
  ) {}

  /** Whatever fails rejects: nobody but the answer hears of it. */
  answerTo(outcome: E.Either<CallerError | QueueError, EventsFetched>): Answered | Promise<Answered> {
    try {
      return pipe(
        outcome,
        E.matchW(refused, (fetched) => this.answerIfAllowed(fetched)),
      );
    } catch (error) {
      return Promise.reject(error);
    }
  }

  private answerIfAllowed(fetched: EventsFetched): Answered | Promise<Answered> {
    // The wait may outlast the session or API key that started it. Checking a key needs no database query.
    const isAllowed = this.dontBlock || this.context.isStillSignedIn();
    if (typeof isAllowed === "boolean") return isAllowed ? this.answerWith(fetched) : refused(notLoggedIn);
    return isAllowed.then((isStill) => (isStill ? this.answerWith(fetched) : refused(notLoggedIn)));
  }

  private answerWith(fetched: EventsFetched): Answered | Promise<Answered> {
    // Nobody reads the answer.
    if (this.context.isGone) return this.answerOf([]);
    const events = encodeFetchedAsJson(fetched, this.context, this.findTopicLinks);
    return events instanceof Promise ? events.then((list) => this.answerOf(list)) : this.answerOf(events);
  }

  private answerOf(events: object): Answered {
    return E.right({ events, queue_id: this.queueId });
  }
}

const fetchEventsEndpoint = endpoint({
  method: "get",
  at: "/events",
  caller: "user",
  cost: "poll",
  summary: "Get the next events of a queue, as soon as there are any",
  path: {},
  params: {
    queue_id: required(text),
    last_event_id: optional(int),
    dont_block: withDefault(bool, false),
  },
  response: { events: { type: "array", items: { type: "object" } }, queue_id: { type: "string" } },
  use: { awaitEvents, checkQueue, findTopicLinks },
  run: ({ awaitEvents, checkQueue, findTopicLinks }, context, input) => {
    const { queue_id: queueId, last_event_id: lastEventId, dont_block: dontBlock } = input;
    if (context.isHead)
      return pipe(
        checkQueue(context.caller, queueId),
        TE.map(() => ({ events: [], queue_id: queueId })),
      );
    const poll = new Poll(context, queueId, dontBlock, findTopicLinks);
    return new DeferredAnswer((answer) =>
      awaitEvents(context.caller, { queueId, lastEventId, dontBlock }, (outcome) => {
        const answered =
          outcome instanceof Promise ? outcome.then((one) => poll.answerTo(one)) : poll.answerTo(outcome);
        answer(answered);
        if (answered instanceof Promise) return answered.then(() => {});
      }),
    );
  },
});

const lastEventIdHeader = "Last-Event-ID";

const decodeLastEventId = (header: string): E.Either<ParameterRefusal, number> =>
  pipe(
    decodeText(int, header, lastEventIdHeader),
    E.mapLeft((message) => ({ code: "REQUEST_VARIABLE_INVALID", message, variable: lastEventIdHeader })),
  );

const followEventsEndpoint = endpoint({
  method: "get",
  at: "/events/stream",
  caller: "user",
  cost: "stream",
  summary:
    "Stream the events of a queue as server-sent events, each with the id that a returning client sends in `Last-Event-ID`. The stream ends when another request polls the queue, and with the key or the session",
  path: {},
  params: { queue_id: required(text), last_event_id: optional(int) },
  response: {},
  answersWith: "text/event-stream",
  use: { awaitEvents, checkQueue, findTopicLinks },
  run: ({ awaitEvents, checkQueue, findTopicLinks }, context, input) => {
    const { caller, lastEventId: header } = context;
    const queueId = input.queue_id;
    if (context.isHead)
      return pipe(
        checkQueue(caller, queueId),
        TE.map(() => new EventStreamHead()),
      );
    const streamFrom = (first: EventsFetched): EventStream =>
      new EventStream(first, {
        next: (lastEventId, receive) =>
          awaitEvents(caller, { queueId, lastEventId, dontBlock: false }, receive),
        encode: (fetched) => encodeFetchedEvents(fetched, context, findTopicLinks),
        isAllowed: () => context.isStillSignedIn(),
        unread: context.unread,
        quietStreams: context.quietStreams,
      });
    const begin = (outcome: E.Either<CallerError | QueueError, EventsFetched>) =>
      pipe(outcome, E.map(streamFrom));
    const streamAfter = (lastEventId: EventId | undefined): DeferredAnswer =>
      new DeferredAnswer((answer) =>
        awaitEvents(caller, { queueId, lastEventId, dontBlock: true }, async (outcome) => {
          const begun = outcome instanceof Promise ? outcome.then(begin) : begin(outcome);
          answer(begun);
          const stream = await begun;
          if (E.isRight(stream)) await stream.right.firstIsWritten;
        }),
      );
    return pipe(
      header === undefined ? E.right(input.last_event_id) : decodeLastEventId(header),
      E.matchW((refusal) => TE.left(refusal), streamAfter),
    );
  },
});

const deleteQueueEndpoint = endpoint({
  method: "delete",
  at: "/events",
  caller: "user",
  summary: "End an event queue",
  path: {},
  params: { queue_id: required(text) },
  response: {},
  use: deleteQueue,
  run: (deleteQueue, { caller }, { queue_id }) => done(deleteQueue(caller, queue_id)),
});

export const eventEndpoints = [
  fetchEventsEndpoint,
  followEventsEndpoint,
  registerQueueEndpoint,
  deleteQueueEndpoint,
];
