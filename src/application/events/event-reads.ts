import { type CompactIds, compactIds, hasId } from "../../domain/collections/compact-ids";
import { groupedBy } from "../../domain/collections/grouped-by";
import type { RealmEvent } from "../../domain/events/event";
import type { MessageId, RealmId, UserId } from "../../domain/ids";
import type { Flag } from "../../domain/messages/read-state";
import { flaggedMessage, includesFlags } from "../../domain/policy/flagged-message";
import type { LogStep } from "../../domain/state/log-step";
import type { UserTopic } from "../../domain/topics/topic-policy";
import type { ReadStateReader, UserMessage } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import type { Requester } from "../ports/system/requester";
import type { UserDataReader } from "../ports/users/user-data-reader";
import type { LiveQueues } from "../queues/live-queues";
import { EventReadTurns, everybodyIn, readerOf } from "./event-read-turns";
import { MutedTopicsReads } from "./muted-topics-reads";

interface Ports {
  readonly clock: Clock;
  readonly liveQueues: Pick<LiveQueues, "receiversOf">;
  readonly readStates: Pick<ReadStateReader, "flagsOfReaders">;
  readonly userData: Pick<UserDataReader, "mutedTopicsOf">;
}

/** One person's reads may take all turns: each is short. */
const runningEach = 2;

/** Readers' flags, as many as are read together. More than that is one client that returns after very many edits. */
const mostAskedTogether = 20_000;

/** Flags of messages by reader. */
type FlagsFound = ReadonlyMap<
  MessageId,
  readonly { readonly flags: readonly Flag[]; readonly userIds: CompactIds }[]
>;

const flagsIn = (found: FlagsFound, userId: UserId, messageId: MessageId): readonly Flag[] | undefined =>
  found.get(messageId)?.find(({ userIds }) => hasId(userIds, userId))?.flags;

/** Most readers have the same few flags, and an event may stay for long in the queues of clients that are away. */
const compacted = (asked: readonly UserMessage[], flags: readonly (readonly Flag[])[]): FlagsFound => {
  const all = asked.map(({ userId, messageId }, index) => ({ userId, messageId, flags: flags[index] ?? [] }));
  return new Map(
    [...groupedBy(all, ({ messageId }) => messageId)].map(([messageId, some]) => [
      messageId,
      [...groupedBy(some, (one) => one.flags.join())].map(([, same]) => ({
        flags: same[0]?.flags ?? [],
        userIds: compactIds([...new Set(same.map(({ userId }) => userId))]),
      })),
    ]),
  );
};

/**
 * Reads what events include of their readers: flags of an edited message, and for older clients all muted topics. The first client
 * that receives an event causes one statement for everybody whose queue here holds it, and the others share its result. What is
 * read after the event is right for all of them, however late they come: later changes have events of their own.
 */
export class EventReads {
  private readonly flags = new WeakMap<RealmEvent, FlagsFound | Promise<FlagsFound>>();
  private readonly turns = new EventReadTurns(runningEach);
  private readonly topics: MutedTopicsReads;

  constructor(private readonly ports: Ports) {
    this.topics = new MutedTopicsReads(ports);
  }

  /** The user's muted topics at the time of the step or later. Their turns are their own: they take longer than flags. */
  mutedTopicsAt(
    realmId: RealmId,
    userId: UserId,
    step: LogStep,
  ): readonly UserTopic[] | Promise<readonly UserTopic[]> {
    return this.topics.mutedTopicsAt(realmId, userId, step);
  }

  /** The flags that a user's events about changed messages include. */
  flagsOf(
    realmId: RealmId,
    userId: UserId,
    steps: readonly LogStep[],
  ): ReadonlyMap<MessageId, readonly Flag[]> | Promise<ReadonlyMap<MessageId, readonly Flag[]>> {
    const flagged = steps.filter(({ event }) => includesFlags(event));
    const missing = flagged.filter(({ event }) => !this.flags.has(event));
    if (missing.length > 0) this.beginReading(realmId, userId, missing);
    const found = flagged.map(({ event }) => this.flags.get(event) ?? new Map());
    if (found.some((one) => one instanceof Promise))
      return Promise.all(found).then((all) => this.chosen(realmId, userId, flagged, all));
    return this.chosen(realmId, userId, flagged, found as readonly FlagsFound[]);
  }

  /** The message whose flags the user's event includes. */
  private flaggedFor({ event, after }: LogStep, userId: UserId): MessageId | undefined {
    const user = after.users.get(userId);
    return user && flaggedMessage(event, after, user, this.ports.clock.now());
  }

  /** Reads the flags of events for everybody whose queue holds them. */
  private beginReading(realmId: RealmId, userId: UserId, steps: readonly LogStep[]): void {
    const asked: UserMessage[] = [];
    for (const step of steps) {
      if (asked.length > mostAskedTogether) return;
      const readers = this.ports.liveQueues.receiversOf(realmId, step.position, "edited_messages");
      for (const reader of new Set([userId, ...readers])) {
        const messageId = this.flaggedFor(step, reader);
        if (messageId !== undefined) asked.push({ userId: reader, messageId });
      }
    }
    const isOwn = asked.every((one) => one.userId === userId);
    const reading = this.read(
      isOwn ? readerOf(realmId, userId, steps[0]) : everybodyIn(realmId),
      realmId,
      asked,
    );
    this.share(
      steps.map(({ event }) => event),
      reading,
    );
  }

  /** Lets others have the result, and, if it fails, read again. */
  private share(events: readonly RealmEvent[], reading: Promise<FlagsFound>): void {
    for (const event of events) this.flags.set(event, reading);
    reading.then(
      (found) => events.forEach((event) => void this.flags.set(event, found)),
      () => events.forEach((event) => void this.flags.delete(event)),
    );
  }

  /** The user's flags, of those that were found for everybody. Reads what isn't among them. */
  private chosen(
    realmId: RealmId,
    userId: UserId,
    steps: readonly LogStep[],
    found: readonly FlagsFound[],
  ): ReadonlyMap<MessageId, readonly Flag[]> | Promise<ReadonlyMap<MessageId, readonly Flag[]>> {
    const flags = new Map<MessageId, readonly Flag[]>();
    const missing: UserMessage[] = [];
    for (const [index, step] of steps.entries()) {
      const messageId = this.flaggedFor(step, userId);
      if (messageId === undefined) continue;
      const known = flagsIn(found[index] ?? new Map(), userId, messageId);
      if (known === undefined) missing.push({ userId, messageId });
      else flags.set(messageId, known);
    }
    if (missing.length === 0) return flags;
    return this.read(readerOf(realmId, userId, steps[0]), realmId, missing).then((read) => {
      for (const { messageId } of missing) flags.set(messageId, flagsIn(read, userId, messageId) ?? []);
      return flags;
    });
  }

  private read(requester: Requester, realmId: RealmId, asked: readonly UserMessage[]): Promise<FlagsFound> {
    if (asked.length === 0) return Promise.resolve(new Map());
    return this.turns.take(requester, async () =>
      compacted(asked, await this.ports.readStates.flagsOfReaders(realmId, asked)),
    );
  }
}
