import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { CallerError } from "../../domain/caller-refusals";
import { categoriesOf } from "../../domain/events/event";
import type { EventId, MessageId } from "../../domain/ids";
import type { Flag } from "../../domain/messages/read-state";
import { includesFlags } from "../../domain/policy/flagged-message";
import {
  eventIdAt,
  lastEntryIdAt,
  type QueueItem,
  type RegisteredQueue,
  receivedUpTo,
} from "../../domain/queues/event-queue";
import {
  badEventQueueId,
  eventsAlreadyPruned,
  notEventsOfCaller,
  type QueueError,
} from "../../domain/queues/refusals";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import type { UserTopic } from "../../domain/topics/topic-policy";
import { requesterOf } from "../admission/requester-of";
import { accountIn, type Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { EventLog } from "../ports/events/event-log";
import { findOwnQueue } from "../queues/find-own-queue";
import type { LiveQueues } from "../queues/live-queues";
import type { LogReadPermit } from "../queues/log-read-permit";
import type { PollResult } from "../queues/poll-result";
import { PollingClient } from "../queues/polling-client";
import type { EventReads } from "./event-reads";

export interface EventsRequest {
  readonly queueId: string;
  /**
   * The id of the last event that the client has seen; undefined for a client that has only its initial
   * state.
   */
  readonly lastEventId: EventId | undefined;
  readonly dontBlock: boolean;
}

/** The result of a poll. Each item carries the realm's state to encode it from. */
export interface EventsFetched {
  readonly queue: RegisteredQueue;
  /** The last id that the client has seen. An event with several entries may have been delivered in part. */
  readonly afterId: EventId;
  readonly items: readonly QueueItem[];
  /**
   * The id of a heartbeat, set if no event came in time. It advances the client to the last log position that was
   * searched.
   */
  readonly heartbeatId: EventId | undefined;
  /** The reader's flags on edited or moved messages, which events about them include. */
  readonly flags: ReadonlyMap<MessageId, readonly Flag[]>;
  /** The reader's muted topics, for older clients, which receive all of them on any change. */
  readonly userTopics: readonly UserTopic[];
  /**
   * Whether a newer poll took over the queue, or the server is stopping: a follower of the queue must stop.
   */
  readonly isOver: boolean;
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly eventReads: EventReads;
  readonly liveQueues: LiveQueues;
  /** How long a poll waits for an event, in milliseconds. */
  readonly heartbeatAfter: () => number;
}

type Outcome = E.Either<CallerError | QueueError, EventsFetched>;

/**
 * Receives the outcome of a poll once: directly, after the call that asked for it has returned, or as a promise, perhaps during
 * that call. It may return a promise that is settled once the answer is written: until then, a poll that had to read the log holds
 * its permit, because events that it read take memory. It answers an outcome that fails, too: nobody else hears of that.
 */
export type Receive = (outcome: Outcome | Promise<Outcome>) => void | Promise<void>;

/**
 * Finds the next events of a queue: at once, or as soon as there are any. It uses a callback instead of a promise, so
 * that thousands of waiting clients hold no promises and streams don't retain values they have already sent. @returns
 * the function that ends the wait.
 */
export const awaitEvents =
  (ports: Ports) =>
  (caller: Caller, request: EventsRequest, receive: Receive): (() => void) => {
    const { liveQueues, heartbeatAfter } = ports;
    const { realmId, userId } = caller;
    const { queueId, lastEventId, dontBlock } = request;
    const held = liveQueues.held(realmId, queueId);
    if (held?.queue.userId === userId) {
      const { queue } = held;
      const afterId = afterIdOf(queue, held.acknowledged, lastEventId);
      const wait = dontBlock ? 0 : heartbeatAfter();
      const forget = liveQueues.pollLive(realmId, queueId, afterId, wait, (polled) => {
        const answered = receive(complete(ports, caller, queue, afterId, polled));
        // A rejection that nobody handles would end the process.
        if (answered instanceof Promise) answered.catch(nothing);
      });
      if (forget) return forget;
    }
    const client = new PollingClient();
    const permit = liveQueues.logReadPermit();
    const outcome = openAndPoll(ports, caller, request, permit, client);
    void Promise.allSettled([outcome, receive(outcome)]).then(() => permit.release());
    return () => client.leave();
  };

const nothing = (): void => {};

/**
 * The last event id that a client has seen: the one it names or, if it names none, the last it acknowledged; never less than
 * its initial state covers.
 */
const afterIdOf = (
  { startsAfter }: RegisteredQueue,
  acknowledged: number,
  lastEventId: EventId | undefined,
): EventId => {
  const seenId = lastEventId === undefined || lastEventId < 0 ? eventIdAt(acknowledged) : lastEventId;
  return receivedUpTo(seenId) < startsAfter ? lastEntryIdAt(startsAfter) : seenId;
};

/** Polls a queue that must be found, opened or read first. */
const openAndPoll = async (
  ports: Ports,
  caller: Caller,
  { queueId, lastEventId, dontBlock }: EventsRequest,
  permit: LogReadPermit,
  client: PollingClient,
): Promise<Outcome> => {
  const { directory, eventLog, liveQueues, heartbeatAfter } = ports;
  const { realmId } = caller;
  const found = await findOwnQueue(liveQueues, caller, queueId, notEventsOfCaller);
  if (E.isLeft(found)) return found;
  const { right: queue } = found;
  const afterId = afterIdOf(queue, queue.acknowledged, lastEventId);
  const after = receivedUpTo(afterId);
  if (after < queue.acknowledged && after < (await eventLog.prunedUpTo(realmId)))
    return E.left(eventsAlreadyPruned(lastEventId));
  const wait = dontBlock ? 0 : heartbeatAfter();
  const state = directory.peek(realmId) ?? (await directory.stateOf(realmId));
  const requester = requesterOf(realmId, state.users.get(caller.userId) ?? { id: caller.userId, bot: null });
  const polled = await liveQueues.poll(realmId, queueId, afterId, wait, { requester, permit, client });
  return complete(ports, caller, queue, afterId, polled);
};

/** Adds to the items of a poll what their encoding needs. Few kinds of events need a read. Whatever fails rejects. */
const complete = (
  ports: Ports,
  caller: Caller,
  queue: RegisteredQueue,
  afterId: EventId,
  polled: PollResult | undefined,
): Outcome | Promise<Outcome> => {
  try {
    const state = ports.directory.peek(caller.realmId);
    if (state === undefined)
      return ports.directory
        .stateOf(caller.realmId)
        .then((loaded) => completeIn(ports, loaded, caller, queue, afterId, polled));
    return completeIn(ports, state, caller, queue, afterId, polled);
  } catch (error) {
    return Promise.reject(error);
  }
};

const refused = (refusal: CallerError): Outcome => E.left(refusal);

const completeIn = (
  ports: Ports,
  state: RealmState,
  caller: Caller,
  queue: RegisteredQueue,
  afterId: EventId,
  polled: PollResult | undefined,
): Outcome | Promise<Outcome> =>
  pipe(
    // A client that polls while the realm is deactivated receives that event.
    accountIn(state, caller),
    E.matchW(refused, () =>
      polled === undefined
        ? E.left(badEventQueueId(queue.id))
        : withReads(ports, caller, fetchedFrom(queue, afterId, polled)),
    ),
  );

const noFlags: EventsFetched["flags"] = new Map();
const noTopics: EventsFetched["userTopics"] = [];

/** What was fetched, before anything is read for it. Each delivery makes one: spreading would cost several times as much. */
const fetchedFrom = (
  queue: RegisteredQueue,
  afterId: EventId,
  { items, heartbeatId, isOver }: PollResult,
): EventsFetched => ({
  queue,
  afterId,
  items,
  heartbeatId,
  isOver,
  flags: noFlags,
  userTopics: noTopics,
});

/** Adds what is read for all who receive the same events: usually another client's poll has begun to. */
const withReads = (
  { eventReads }: Ports,
  { realmId, userId }: Caller,
  fetched: EventsFetched,
): Outcome | Promise<Outcome> => {
  const { queue, items } = fetched;
  const wantsTopics = queue.categories === null || queue.categories.includes("muted_topics");
  const changing = wantsTopics ? items.findLast(changesPolicies) : undefined;
  if (changing === undefined && !items.some(isFlagged)) return E.right(fetched);
  const flags = eventReads.flagsOf(realmId, userId, items.filter(isFlagged));
  const userTopics = changing === undefined ? noTopics : eventReads.mutedTopicsAt(realmId, userId, changing);
  if (!(flags instanceof Promise || userTopics instanceof Promise))
    return E.right({ ...fetched, flags, userTopics });
  return Promise.all([flags, userTopics]).then(([ownFlags, ownTopics]) =>
    E.right({ ...fetched, flags: ownFlags, userTopics: ownTopics }),
  );
};

const changesPolicies = (item: QueueItem): item is LogStep =>
  "event" in item && categoriesOf(item.event).includes("muted_topics");

const isFlagged = (item: QueueItem): item is LogStep => "event" in item && includesFlags(item.event);
