import type { RealmEvent } from "../../domain/events/event";
import type { RealmId, UserId } from "../../domain/ids";
import type { LogStep } from "../../domain/state/log-step";
import type { UserTopic } from "../../domain/topics/topic-policy";
import type { UserDataReader } from "../ports/users/user-data-reader";
import type { LiveQueues } from "../queues/live-queues";
import { EventReadTurns, everybodyIn, readerOf } from "./event-read-turns";

interface Ports {
  readonly liveQueues: Pick<LiveQueues, "receiversOf">;
  readonly userData: Pick<UserDataReader, "mutedTopicsOf">;
}

/** Somebody may have many thousands of topics: one turn for each, and the other for somebody else. */
const runningEach = 1;

/** Readers whose topics one statement reads. Others' reads come in between. */
const readersTogether = 8;
/** How long readers share topics that were read for an event. Those who come later read theirs. */
const topicsStayMilliseconds = 5000;

type Topics = readonly UserTopic[];
type TopicsFound = Map<UserId, Topics | Promise<Topics>>;

/**
 * Reads all muted topics of those whom events about topics reach through older clients: once for all clients of a user. A topic that moves
 * reaches everybody who follows it; their topics are read in batches.
 */
export class MutedTopicsReads {
  private readonly found = new WeakMap<RealmEvent, TopicsFound>();
  /** Reads of one user's topics that haven't begun: right for any event before. */
  private readonly waiting = new Map<string, Promise<Topics>>();
  private readonly turns = new EventReadTurns(runningEach);

  constructor(private readonly ports: Ports) {}

  /** The user's muted topics at the time of the step or later. */
  mutedTopicsAt(realmId: RealmId, userId: UserId, step: LogStep): Topics | Promise<Topics> {
    const found = this.found.get(step.event) ?? this.beginReading(realmId, userId, step);
    const known = found.get(userId);
    if (known !== undefined) return known;
    const reading = this.readOwn(realmId, userId, step);
    share(found, userId, reading);
    return reading;
  }

  /** Reads the topics of everybody whose queue here holds the event. */
  private beginReading(realmId: RealmId, userId: UserId, step: LogStep): TopicsFound {
    const { event, position } = step;
    const found: TopicsFound = new Map();
    this.found.set(event, found);
    const holders = this.ports.liveQueues.receiversOf(realmId, position, "muted_topics");
    const readers = [...new Set([userId, ...holders])];
    if (readers.length === 1) share(found, userId, this.readOwn(realmId, userId, step));
    else
      for (let index = 0; index < readers.length; index += readersTogether)
        this.readTogether(realmId, readers.slice(index, index + readersTogether), found);
    void Promise.allSettled(found.values()).then(() =>
      setTimeout(() => this.found.delete(event), topicsStayMilliseconds).unref(),
    );
    return found;
  }

  private readTogether(realmId: RealmId, userIds: readonly UserId[], found: TopicsFound): void {
    const reading = this.turns.take(everybodyIn(realmId), () =>
      this.ports.userData.mutedTopicsOf(realmId, userIds),
    );
    for (const userId of userIds)
      share(
        found,
        userId,
        reading.then((read) => read.get(userId) ?? []),
      );
  }

  /** Events that come while the user's read waits for its turn share it: however many there are, few reads are of one user. */
  private readOwn(realmId: RealmId, userId: UserId, step: LogStep): Promise<Topics> {
    const key = `${realmId} ${userId}`;
    const waiting = this.waiting.get(key);
    if (waiting !== undefined) return waiting;
    let hasBegun = false;
    const reading = this.turns.take(readerOf(realmId, userId, step), async () => {
      hasBegun = true;
      this.waiting.delete(key);
      return (await this.ports.userData.mutedTopicsOf(realmId, [userId])).get(userId) ?? [];
    });
    if (!hasBegun) this.waiting.set(key, reading);
    return reading;
  }
}

/** Lets the user's other clients have the result, and, if the read fails, read again. */
const share = (found: TopicsFound, userId: UserId, reading: Promise<Topics>): void => {
  found.set(userId, reading);
  reading.then(
    (topics) => found.set(userId, topics),
    () => found.delete(userId),
  );
};
