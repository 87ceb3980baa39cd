import { eventEndpoints } from "../../../../src/adapters/http/endpoints/server/events";
import { DeferredAnswer } from "../../../../src/adapters/http/reply/deferred-answer";
import { EventStream } from "../../../../src/adapters/http/reply/event-stream";
import { awaitEvents, fetchEvents } from "../../../../src/application/events/fetch-events";
import { registerQueue } from "../../../../src/application/events/register-queue";
import { sendMessage } from "../../../../src/application/messages/send-message";
import { readingLimits } from "../../../../src/application/queues/reading-turns";
import { memoryApplication, newProcess, successOf } from "../../../support/application/memory-application";
import { messagesOnly } from "../../../support/application/messages-only-queue";

const { runningEach } = readingLimits;

const turns = async (count = 200): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Queues with a message each, in a process that has to read them from the log. */
const unreadQueues = async (count: number) => {
  const world = await memoryApplication();
  const caller = await world.newMember("Ben");
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push(successOf(await registerQueue(world.services)(caller, messagesOnly)()).queue.id);
  const to = { kind: "channel", channel: "general", topic: "t" } as const;
  successOf(await sendMessage(world.services)(world.owner, { to, content: "hello", readBySender: false })());
  let loaded = 0;
  const { eventLog } = world.outside;
  const after: typeof eventLog.after = (...asked) => {
    loaded += 1;
    return eventLog.after(...asked);
  };
  const services = newProcess({ ...world.outside, eventLog: { ...eventLog, after } });
  const bound = {
    awaitEvents: awaitEvents(services),
    fetchEvents: fetchEvents(services),
    findTopicLinks: { linksIn: () => [] },
  };
  const run = (at: string, queueId: string, context: object) => {
    const endpoint = eventEndpoints.find((one) => one.method === "get" && one.at === at);
    return endpoint?.run(
      bound as never,
      {
        caller,
        isStillSignedIn: () => true,
        realm: { id: 1 },
        server: {},
        now: () => 0,
        ...context,
      } as never,
      { queue_id: queueId, last_event_id: undefined, dont_block: true } as never,
    );
  };
  return { ids, run, loaded: () => loaded };
};

test("streams whose clients left while they waited for their turn read nothing", async () => {
  const { ids, run, loaded } = await unreadQueues(6);
  const leaving: (() => void)[] = [];
  const whenGone = (forget: () => void) => leaving.push(forget);
  const streams = ids.map(async (id) => {
    const running = run("/events/stream", id, { whenGone });
    if (typeof running !== "function") throw new Error("no stream");
    return successOf(await running());
  });
  await turns();
  expect(loaded()).toBe(runningEach);
  for (const leave of leaving) leave();
  // Ends the turns of the first ones, so that others could have them.
  let ended = 0;
  for (const stream of streams)
    void stream.then(async (one) => {
      if (!(one instanceof EventStream)) throw new Error("no stream");
      await one.send({ method: "HEAD" } as never, { setHeader: () => {}, end: () => {} } as never);
      ended += 1;
    });
  await turns();
  expect(ended).toBe(ids.length);
  expect(loaded()).toBe(runningEach);
});

test("a poll whose client left after its events were read encodes none of them", async () => {
  const { ids, run } = await unreadQueues(1);
  const polled = run("/events", ids[0] ?? "", { isGone: true });
  if (!(polled instanceof DeferredAnswer)) throw new Error("no poll");
  const answer = await new Promise((resolve) => polled.begin(resolve));
  expect(answer).toMatchObject({ right: { events: [] } });
});
