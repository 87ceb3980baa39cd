import { isLeft, left, right } from "fp-ts/Either";
import type { UserTopic } from "../../domain/channels/topic-policy";
import type { EventId, MessageId } from "../../domain/ids";
import type { Flag } from "../../domain/messages/read-state";
import {
  type EventQueue,
  eventIdAt,
  lastEntryIdAt,
  type QueueItem,
  receivedUpTo,
} from "../../domain/queues/event-queue";
import { badEventQueueId, eventsAlreadyPruned, notEventsOfCaller } from "../../domain/queues/refusals";
import { withFlags } from "../access/message-access";
import { accountIn, type Caller, type Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { EventLog } from "../ports/events/event-log";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { UserDataReader } from "../ports/users/user-data-reader";
import type { LiveQueues } from "../queues/live-queues";

export interface EventsWanted {
  readonly queueId: string;
  /**
   * The id of the last event that the client has seen; undefined for a client that has only its initial
   * state.
   */
  readonly lastEventId: EventId | undefined;
  readonly dontBlock: boolean;
  /** Calls back when the client disconnects. */
  readonly whenGone: (forget: () => void) => void;
}

/** The result of a poll. Each item carries the realm's state to encode it from. */
export interface EventsFetched {
  readonly queue: EventQueue;
  /** The last id that the client has seen. An event with several entries may have been delivered in part. */
  readonly afterId: EventId;
  readonly items: readonly QueueItem[];
  /**
   * The id of a heartbeat, set if no event came in time. It advances the client to the last log position that was
   * searched.
   */
  readonly heartbeatId: EventId | undefined;
  /** The reader's flags on edited or moved messages, which events about them include. */
  readonly flags: ReadonlyMap<number, readonly Flag[]>;
  /** The reader's current topic policies, for older clients, which receive all of them on any change. */
  readonly userTopics: readonly UserTopic[];
  /**
   * Whether a newer poll took over the queue, or the server is stopping: a follower of the queue must stop.
   */
  readonly isOver: boolean;
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly liveQueues: LiveQueues;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly userData: Pick<UserDataReader, "topics">;
  /** How long a poll waits for an event, in milliseconds. */
  readonly heartbeatAfter: () => number;
}

/** The next events of a queue: at once, or as soon as there are any. */
export const fetchEvents =
  ({ directory, eventLog, liveQueues, messages, readStates, userData, heartbeatAfter }: Ports) =>
  (caller: Caller, { queueId, lastEventId, dontBlock, whenGone }: EventsWanted): Result<EventsFetched> =>
  async () => {
    const { realmId } = caller;
    const flagsOf = async (
      { userId }: Caller,
      ids: readonly MessageId[],
    ): Promise<EventsFetched["flags"]> => {
      const heads = await messages.headsOf(realmId, ids);
      const flagged = await withFlags(readStates, realmId, userId, heads);
      return new Map(flagged.map((one) => [one.message.id, one.flags]));
    };
    const found = liveQueues.find(realmId, queueId);
    const queue = found instanceof Promise ? await found : found;
    if (queue === undefined) return left(badEventQueueId(queueId));
    if (queue.userId !== caller.userId) return left(notEventsOfCaller);
    const seenId = lastEventId === undefined || lastEventId < 0 ? eventIdAt(queue.acknowledged) : lastEventId;
    const afterId = receivedUpTo(seenId) < queue.startsAfter ? lastEntryIdAt(queue.startsAfter) : seenId;
    const after = receivedUpTo(afterId);
    if (after < queue.acknowledged && after < (await eventLog.forgotten(realmId)))
      return left(eventsAlreadyPruned(lastEventId));
    const wait = dontBlock ? 0 : heartbeatAfter();
    const polled = await liveQueues.poll(realmId, queueId, afterId, wait, whenGone);
    // A client that is polling when the realm is deactivated still receives the event of it.
    const user = accountIn(directory.peek(realmId) ?? (await directory.stateOf(realmId)), caller);
    if (isLeft(user)) return user;
    if (polled === undefined) return left(badEventQueueId(queueId));
    const { heartbeatId, isOver } = polled;
    const items = answerable(polled.items);
    const editedIds = [...new Set(items.flatMap(editedIn))];
    // One query for all events, so that a message with a thousand pollers doesn't become thousands of
    // queries.
    const flags = editedIds.length === 0 ? noFlags : await flagsOf(caller, editedIds);
    const wantsTopics = queue.categories === null || queue.categories.includes("muted_topics");
    const userTopics =
      wantsTopics && items.some(isAboutTopics) ? await userData.topics(realmId, caller.userId) : [];
    return right({ queue, afterId, items, heartbeatId, flags, userTopics, isOver });
  };

/** Changed messages whose flags one answer looks up. A move changes a thousand. */
const mostEdited = 10_000;

/** The first items of a poll, up to the one that reports enough changed messages. The client asks for the rest. */
const answerable = (items: readonly QueueItem[]): readonly QueueItem[] => {
  let edited = 0;
  const end = items.findIndex((item) => {
    const isEnough = edited >= mostEdited;
    edited += editedIn(item).length;
    return isEnough;
  });
  return end === -1 ? items : items.slice(0, end);
};

const noFlags: EventsFetched["flags"] = new Map();

const isAboutTopics = (item: QueueItem): boolean => "event" in item && item.event.type === "topic_policy_set";

/** The messages that an event reports as changed. */
const editedIn = (item: QueueItem): readonly number[] => {
  if ("signal" in item) return [];
  const { event } = item;
  if (event.type === "message_edited" || event.type === "message_rendered") return [event.messageId];
  return event.type === "messages_moved" ? event.messageIds : [];
};
