import { isLeft, left, right } from "fp-ts/Either";
import { badEventQueueId, badRequest } from "../../domain/errors";
import {
  type EventQueue,
  eventIdAt,
  heardUpTo,
  lastWordIdAt,
  type QueueItem,
} from "../../domain/event-queue";
import type { Flag } from "../../domain/read-state";
import type { UserTopic } from "../../domain/topic-policy";
import { accountIn, type Caller, type Result } from "../caller";
import { withFlags } from "../messages/message-access";
import type { EventLog } from "../ports/event-log";
import type { MessageReader } from "../ports/message-reader";
import type { PersonalReader } from "../ports/personal-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import type { LiveQueues } from "./live-queues";

export interface EventsWanted {
  readonly queueId: string;
  /** The id of the last event that the client has seen; undefined for none beyond what it registered with. */
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
  /** Calls back when the client goes away. */
  readonly whenGone: (forget: () => void) => void;
}

/** What a client is told. Each item carries the realm that it is written from. */
export interface EventsFetched {
  readonly queue: EventQueue;
  /** The id of the last that the client has seen: of an event that is told in many words, it may have heard some. */
  readonly afterId: number;
  readonly items: readonly QueueItem[];
  /** Set where no event came in time: the id of a heartbeat, which tells the client how far there was none. */
  readonly heartbeatId: number | undefined;
  /** The reader's flags on messages that were edited or moved: their clients want them along. */
  readonly flags: ReadonlyMap<number, readonly Flag[]>;
  /** What the reader does with topics now, for older clients, which hear all of it where anything changes. */
  readonly userTopics: readonly UserTopic[];
  /** Whether somebody else polls the queue by now, or the server ends: who follows the queue stops. */
  readonly isOver: boolean;
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly liveQueues: LiveQueues;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly personal: Pick<PersonalReader, "topics">;
  /** How long a poll waits for an event, in milliseconds. */
  readonly heartbeatAfter: () => number;
}

/** The next events of a queue: at once, or as soon as there is one. */
export const fetchEvents =
  ({ directory, eventLog, liveQueues, messages, readStates, personal, heartbeatAfter }: Ports) =>
  (caller: Caller, { queueId, lastEventId, dontBlock, whenGone }: EventsWanted): Result<EventsFetched> =>
  async () => {
    const { realmId } = caller;
    const flagsOf = async ({ userId }: Caller, ids: readonly number[]): Promise<EventsFetched["flags"]> => {
      const found = await messages.byIds(realmId, ids);
      const flagged = await withFlags(readStates, realmId, userId, found);
      return new Map(flagged.map((one) => [one.message.id, one.flags]));
    };
    const found = liveQueues.find(realmId, queueId);
    const queue = found instanceof Promise ? await found : found;
    if (queue === undefined) return left(badEventQueueId(queueId));
    if (queue.userId !== caller.userId)
      return left(badRequest("You are not authorized to get events from this queue"));
    const seenId = lastEventId === undefined || lastEventId < 0 ? eventIdAt(queue.acknowledged) : lastEventId;
    const afterId = heardUpTo(seenId) < queue.startsAfter ? lastWordIdAt(queue.startsAfter) : seenId;
    const after = heardUpTo(afterId);
    if (after < queue.acknowledged && after < (await eventLog.forgotten(realmId)))
      return left(badRequest(`An event newer than ${lastEventId} has already been pruned!`));
    const wait = dontBlock ? 0 : heartbeatAfter();
    const polled = await liveQueues.poll(realmId, queueId, afterId, wait, whenGone);
    // Who polls as the realm ends hears that it does.
    const user = accountIn(directory.peek(realmId) ?? (await directory.of(realmId)), caller);
    if (isLeft(user)) return user;
    if (polled === undefined) return left(badEventQueueId(queueId));
    const { items, heartbeatId, isOver } = polled;
    const editedIds = [...new Set(items.flatMap(editedIn))];
    // A message that a thousand wait for must not become thousands of questions.
    const flags = editedIds.length === 0 ? noFlags : await flagsOf(caller, editedIds);
    const wantsTopics = queue.categories === null || queue.categories.includes("muted_topics");
    const userTopics =
      wantsTopics && items.some(isAboutTopics) ? await personal.topics(realmId, caller.userId) : [];
    return right({ queue, afterId, items, heartbeatId, flags, userTopics, isOver });
  };

const noFlags: EventsFetched["flags"] = new Map();

const isAboutTopics = (item: QueueItem): boolean => "event" in item && item.event.type === "topic_policy_set";

/** The messages that an event says were changed. */
const editedIn = (item: QueueItem): readonly number[] => {
  if ("signal" in item) return [];
  const { event } = item;
  if (event.type === "message_edited" || event.type === "message_rendered") return [event.messageId];
  return event.type === "messages_moved" ? event.messageIds : [];
};
