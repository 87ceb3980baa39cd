import * as E from "fp-ts/Either";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { deactivateRealm } from "../../../src/application/realm/deactivate-realm";
import { cancelScheduledMessage } from "../../../src/application/scheduled-messages/cancel-scheduled-message";
import { listScheduledMessages } from "../../../src/application/scheduled-messages/list-scheduled-messages";
import {
  type NewScheduledMessage,
  scheduleMessage,
} from "../../../src/application/scheduled-messages/schedule-message";
import { updateScheduledMessage } from "../../../src/application/scheduled-messages/update-scheduled-message";
import type { LoggedEvent } from "../../../src/domain/events/event";
import { serverBusy } from "../../../src/domain/limit-refusals";
import { escapingRenderer } from "../../support/application/fakes";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  successOf,
} from "../../support/application/memory-application";
import { eventsAfter } from "../../support/storage/commits";

const minute = 60_000;
let world: MemoryApplication;

beforeEach(async () => {
  world = await memoryApplication();
});

const inSeconds = (seconds: number): number => Math.floor(world.clock.now() / 1000) + seconds;
const later = async (more: Partial<NewScheduledMessage> = {}): Promise<number> =>
  successOf(
    await scheduleMessage(world.services)(world.owner, {
      kind: "channel",
      to: 1,
      topic: "plans",
      content: "later",
      deliverAt: inSeconds(60),
      readBySender: false,
      ...more,
    })(),
  );
const deliver = () => world.services.jobRunner.runDue();
const waiting = async () => successOf(await listScheduledMessages(world.services)(world.owner)());
/** Other events meanwhile, apart from topics that their author follows. */
const since = async (work: () => Promise<unknown>): Promise<readonly LoggedEvent["event"][]> => {
  const { position } = await world.services.directory.newest(world.realmId);
  await work();
  return (await eventsAfter(world.persistence.eventLog, world.realmId, position, 99))
    .map(({ event }) => event)
    .filter(({ type }) => type !== "topic_policy_set");
};

test("a message is sent once, at its time and not before", async () => {
  const id = await later();
  expect(await since(deliver)).toEqual([]);
  world.clock.advance(minute);
  expect(await since(deliver)).toMatchObject([
    { type: "message_sent", message: { content: "later", topic: "plans", senderId: 1, client: "test" } },
    { type: "scheduled_removed", userId: 1, scheduledId: id },
  ]);
  expect(await since(deliver)).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test("a message is read for its sender as they wished", async () => {
  await later({ content: "unread", deliverAt: inSeconds(40) });
  await later({ content: "read", readBySender: true });
  world.clock.advance(minute);
  const sent = (await since(deliver)).flatMap((event) =>
    event.type === "message_sent" ? [[event.message.content, event.message.readBySender]] : [],
  );
  expect(sent).toEqual([
    ["unread", false],
    ["read", true],
  ]);
});

test("the message that has been due longest goes first", async () => {
  await later({ content: "second", deliverAt: inSeconds(50) });
  await later({ content: "first", deliverAt: inSeconds(40) });
  world.clock.advance(minute);
  const sent = (await since(deliver)).flatMap((event) =>
    event.type === "message_sent" ? [event.message.content] : [],
  );
  expect(sent).toEqual(["first", "second"]);
});

test("two processes that run at the same time send it once", async () => {
  await later();
  world.clock.advance(minute);
  const other = newProcess(world.outside);
  const events = await since(() =>
    Promise.all([deliver(), other.jobRunner.runDue(), other.jobRunner.runDue()]),
  );
  expect(events.filter(({ type }) => type === "message_sent")).toHaveLength(1);
});

test("a message more than ten minutes late isn't sent, and its sender is notified", async () => {
  const id = await later();
  world.clock.advance(11 * minute + 1000);
  const events = await since(deliver);
  expect(events).toMatchObject([
    {
      type: "scheduled_set",
      userId: 1,
      isNew: false,
      scheduled: { id, failure: "Message could not be sent at the scheduled time." },
    },
    { type: "message_sent", message: { conversation: { kind: "direct" } } },
  ]);
  expect(JSON.stringify(events)).toContain("could not be sent at the scheduled time.");
  expect(await since(deliver)).toEqual([]);
  expect(await waiting()).toMatchObject([{ id, failure: expect.any(String) }]);
});

test("a message exactly ten minutes late is still sent, because the server may have been down", async () => {
  await later();
  world.clock.advance(11 * minute);
  expect(await since(deliver)).toMatchObject([{ type: "message_sent" }, { type: "scheduled_removed" }]);
});

test("a user who may no longer write there sends nothing", async () => {
  const ben = await world.newMember("Ben");
  const later = await scheduleMessage(world.services)(ben, {
    kind: "direct",
    to: [1],
    topic: "",
    content: "hi",
    deliverAt: inSeconds(60),
    readBySender: false,
  })();
  const id = successOf(later);
  successOf(
    await deactivateUser(world.services)(world.owner, {
      userId: ben.userId,
      comment: undefined,
      actions: noDeactivationActions,
    })(),
  );
  world.clock.advance(minute);
  // Nobody is there to be notified.
  expect(await since(deliver)).toMatchObject([
    { type: "scheduled_set", userId: ben.userId, scheduled: { id, failure: expect.any(String) } },
  ]);
});

test("in a deactivated realm nothing is sent, not even a notice about that", async () => {
  const id = await later();
  successOf(await deactivateRealm(world.services)(world.owner)());
  world.clock.advance(minute);
  expect(await since(deliver)).toMatchObject([
    { type: "scheduled_set", scheduled: { id, failure: expect.any(String) } },
  ]);
});

test("a message that crashes the server doesn't delay others, and fails at its last try", async () => {
  await later({ content: "bad", deliverAt: inSeconds(30) });
  await later({ content: "good", deliverAt: inSeconds(40) });
  world.clock.advance(minute);
  const reported: unknown[] = [];
  const failure = new Error("broken");
  const services = newProcess({
    ...world.outside,
    onError: (error) => reported.push(error),
    renderer: {
      version: 1,
      render: async (source, context) =>
        source === "bad" ? Promise.reject(failure) : escapingRenderer.render(source, context),
    },
  });
  expect(await since(() => services.jobRunner.runDue())).toMatchObject([
    { type: "message_sent", message: { content: "good" } },
    { type: "scheduled_removed" },
  ]);
  const tries = async () => {
    for (const seconds of [1, 5, 30, 60, 120]) {
      world.clock.advance(seconds * 1000);
      await services.jobRunner.runDue();
    }
  };
  expect(await since(tries)).toEqual([]);
  world.clock.advance(300_000);
  expect(await since(() => services.jobRunner.runDue())).toMatchObject([
    { type: "scheduled_set", scheduled: { content: "bad", failure: "Internal server error" } },
    { type: "message_sent", message: { conversation: { kind: "direct" } } },
  ]);
  expect(reported).toEqual(Array(7).fill(failure));
  expect(await world.persistence.jobQueue.nextDueAt(["send_scheduled_message"])).toBeUndefined();
});

test("a commit that the database loses only delays a message", async () => {
  const id = await later();
  world.clock.advance(minute);
  const { eventStore } = world.persistence;
  const failure = Object.assign(new Error("terminating connection"), { code: "57P01" });
  const failures = [failure];
  const reported: unknown[] = [];
  const services = newProcess({
    ...world.outside,
    onError: (error) => reported.push(error),
    eventStore: {
      ...eventStore,
      begin: async (...asked) => {
        const slot = await eventStore.begin(...asked);
        const append: typeof slot.append = async (commit) => {
          const lost = failures.pop();
          if (lost === undefined) return slot.append(commit);
          await slot.release();
          throw lost;
        };
        return { ...slot, append };
      },
    },
  });
  expect(await since(() => services.jobRunner.runDue())).toEqual([]);
  expect(reported).toEqual([failure]);
  expect(await waiting()).toMatchObject([{ id, failure: null }]);
  world.clock.advance(1000);
  expect(await since(() => services.jobRunner.runDue())).toMatchObject([
    { type: "message_sent", message: { content: "later" } },
    { type: "scheduled_removed", scheduledId: id },
  ]);
});

test("a message is sent once there is room to render it", async () => {
  const id = await later();
  world.clock.advance(minute);
  let isBusy = true;
  const services = newProcess({
    ...world.outside,
    renderer: {
      version: 1,
      render: async (...asked) => (isBusy ? E.left(serverBusy) : escapingRenderer.render(...asked)),
    },
  });
  expect(await since(() => services.jobRunner.runDue())).toEqual([]);
  expect(await waiting()).toMatchObject([{ id, failure: null }]);
  isBusy = false;
  world.clock.advance(1000);
  expect(await since(() => services.jobRunner.runDue())).toMatchObject([
    { type: "message_sent" },
    { type: "scheduled_removed" },
  ]);
});

test("a message claimed by a process with a fast clock waits for its time", async () => {
  const id = await later();
  world.clock.advance(minute);
  const { jobQueue } = world.persistence;
  let ahead = 5000;
  const services = newProcess({
    ...world.outside,
    jobQueue: {
      ...jobQueue,
      claim: async (...asked) => {
        const claimed = await jobQueue.claim(...asked);
        if (claimed.length > 0) world.clock.advance(-ahead);
        return claimed;
      },
    },
  });
  expect(await since(() => services.jobRunner.runDue())).toEqual([]);
  expect(await waiting()).toMatchObject([{ id, failure: null }]);
  expect(await jobQueue.nextDueAt(["send_scheduled_message"])).toBe(world.clock.now() + ahead);
  world.clock.advance(ahead);
  ahead = 0;
  expect(await since(() => services.jobRunner.runDue())).toMatchObject([
    { type: "message_sent", message: { content: "later" } },
    { type: "scheduled_removed", scheduledId: id },
  ]);
});

test("a message changed while it is being sent waits for its new time", async () => {
  const id = await later();
  world.clock.advance(minute);
  const services = newProcess({
    ...world.outside,
    renderer: {
      version: 1,
      render: async (source, context) => {
        const change = { deliverAt: inSeconds(500) };
        successOf(await updateScheduledMessage(world.services)(world.owner, id, change)());
        return escapingRenderer.render(source, context);
      },
    },
  });
  expect(await since(() => services.jobRunner.runDue())).toMatchObject([{ type: "scheduled_set" }]);
  expect(await waiting()).toMatchObject([{ id, failure: null }]);
  world.clock.advance(499_000);
  expect(await since(deliver)).toEqual([]);
  world.clock.advance(1000);
  expect(await since(deliver)).toMatchObject([{ type: "message_sent" }, { type: "scheduled_removed" }]);
});

test("changing a message moves its one job, and deleting it removes the job", async () => {
  const { jobQueue } = world.persistence;
  const nextDueAt = () => jobQueue.nextDueAt(["send_scheduled_message"]);
  const id = await later();
  expect(await nextDueAt()).toBe(inSeconds(60) * 1000);
  const update = (seconds: number) =>
    updateScheduledMessage(world.services)(world.owner, id, { deliverAt: inSeconds(seconds) })();
  successOf(await update(30));
  expect(await nextDueAt()).toBe(inSeconds(30) * 1000);
  successOf(await update(90));
  expect(await nextDueAt()).toBe(inSeconds(90) * 1000);
  successOf(await cancelScheduledMessage(world.services)(world.owner, id)());
  expect(await nextDueAt()).toBeUndefined();
});

test("when a process dies while sending, another sends the message, once", async () => {
  await later();
  world.clock.advance(minute);
  const { jobQueue } = world.persistence;
  const dying = newProcess({
    ...world.outside,
    onError: () => {},
    jobQueue: { ...jobQueue, complete: () => Promise.reject(new Error("killed")) },
  });
  expect(await since(() => dying.jobRunner.runDue())).toHaveLength(2);
  world.clock.advance(minute);
  expect(await since(deliver)).toEqual([]);
  expect(await jobQueue.nextDueAt(["send_scheduled_message"])).toBeUndefined();
});
