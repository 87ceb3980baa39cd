import { setTimeout as sleep } from "node:timers/promises";
import { positionOf } from "../../src/domain/queues/event-queue";
import type { WireEvent } from "../../tests/support/clients/client-model";
import type { Listener, QueueRecord } from "./listener";
import type { LoggedMessage, LogOracle } from "./log-oracle";
import type { Sent } from "./traffic";
import type { Violations } from "./violations";

const promisedMilliseconds = 10_000;
const lookAgainMilliseconds = 250;

const isMessage = ({ event }: QueueRecord["events"][number]): boolean => event.type === "message";

const expectedBy = (record: QueueRecord, messages: readonly LoggedMessage[]): readonly LoggedMessage[] =>
  messages.filter(
    ({ position, audience }) => position > positionOf(record.startsAfter) && audience.has(record.person.id),
  );

/** The messages that a queue has yet to deliver. A lost queue delivers no more. */
const missingFrom = (record: QueueRecord, messages: readonly LoggedMessage[]): readonly LoggedMessage[] => {
  if (record.isLost) return [];
  const came = new Set(record.events.filter(isMessage).map(({ event }) => positionOf(event.id)));
  return expectedBy(record, messages).filter(({ position }) => !came.has(position));
};

/**
 * Waits, while nothing is sent and nothing fails, until each listener has received everything and its picture
 * equals a fresh registration. Returns the milliseconds that it took. Whatever is missing after ten seconds is late,
 * and isn't waited for again.
 */
export const settling = (listeners: readonly Listener[], oracle: LogOracle, violations: Violations) => {
  const givenUp = new Set<string>();

  const missing = (): readonly string[] =>
    listeners
      .flatMap(({ records }) =>
        records.flatMap((record) =>
          missingFrom(record, oracle.messages).map(({ id }) => `message ${id} to ${record.person.email}`),
        ),
      )
      .filter((one) => !givenUp.has(one));

  const different = async (): Promise<readonly string[]> =>
    (await Promise.all(listeners.map((listener) => listener.difference()))).flatMap((one) => one ?? []);

  return async (): Promise<number> => {
    const began = performance.now();
    await oracle.readOn();
    for (;;) {
      const late = missing();
      const isOver = performance.now() - began > promisedMilliseconds;
      const outOfStep = late.length === 0 || isOver ? await different() : [];
      if (late.length + outOfStep.length === 0) return performance.now() - began;
      if (isOver) {
        for (const one of late) {
          violations.add("late", one);
          givenUp.add(one);
        }
        for (const one of outOfStep) violations.add("outOfStep", one);
        return performance.now() - began;
      }
      await sleep(lookAgainMilliseconds);
    }
  };
};

/** Compares acknowledged messages with the log. */
export const checkSends = (
  sent: readonly Sent[],
  messages: readonly LoggedMessage[],
  violations: Violations,
): void => {
  const logged = new Map<string, readonly LoggedMessage[]>();
  for (const message of messages)
    logged.set(message.content, [...(logged.get(message.content) ?? []), message]);
  for (const { content, id } of sent) {
    const found = logged.get(content) ?? [];
    if (found.length > 1) violations.add("doubled", content, found.length - 1);
    if (id === undefined && found.length > 0) violations.add("refusedButSent", content);
    if (id !== undefined && !found.some((one) => one.id === id))
      violations.add("lost", `${content}, acknowledged as ${id}`);
  }
};

/** The channels that an event is about. */
const channelsIn = (event: WireEvent): readonly number[] => {
  switch (event.type) {
    case "stream":
      return event.op === "update" ? [event.stream_id] : event.streams.map(channelIn);
    case "subscription":
      if (event.op === "update") return [event.stream_id];
      return event.stream_ids ?? event.subscriptions.map(channelIn);
    default:
      return [];
  }
};

const channelIn = ({ stream_id }: WireEvent): number => stream_id;

/** Compares what a queue delivered with what the log says its person should have received. */
export const checkQueue = (record: QueueRecord, oracle: LogOracle, violations: Violations): void => {
  const { person } = record;
  const logged = new Map(oracle.messages.map((message) => [message.position, message]));
  for (const { event } of record.events) {
    const position = positionOf(event.id);
    if (event.type === "message") {
      const message = logged.get(position);
      if (message === undefined || message.id !== event.message.id)
        violations.add("unknown", `message ${event.message.id} at position ${position}`);
      else if (!message.audience.has(person.id))
        violations.add("forbidden", `message ${message.id} came to ${person.email}`);
    }
    for (const channelId of channelsIn(event))
      if (!oracle.mayKnow(person.id, channelId, position))
        violations.add(
          "forbidden",
          `${event.type} ${event.op} of channel ${channelId} came to ${person.email} at position ${position}`,
        );
  }
  for (const { id } of missingFrom(record, oracle.messages))
    violations.add("missing", `message ${id} to ${person.email}`);
};

/** Milliseconds from a message's acknowledgement to each delivery; 0 if the delivery came first. */
export const deliveryTimes = (listeners: readonly Listener[], sent: readonly Sent[]): readonly number[] => {
  const answered = new Map(sent.map(({ id, answeredAt }) => [id, answeredAt]));
  return listeners.flatMap(({ records }) =>
    records.flatMap(({ events }) =>
      events.flatMap(({ event, at }) => {
        const since = event.type === "message" ? answered.get(event.message.id) : undefined;
        return since === undefined ? [] : [Math.max(0, at - since)];
      }),
    ),
  );
};
