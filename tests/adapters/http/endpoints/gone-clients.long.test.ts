import { EventEmitter } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { eventEndpoints } from "../../../../src/adapters/http/endpoints/server/events";
import { DeferredAnswer } from "../../../../src/adapters/http/reply/deferred-answer";
import type { EventStream } from "../../../../src/adapters/http/reply/event-stream";
import { QuietStreams } from "../../../../src/adapters/http/reply/quiet-streams";
import { awaitEvents } from "../../../../src/application/events/await-events";
import { registerQueue } from "../../../../src/application/events/register-queue";
import { sendMessage } from "../../../../src/application/messages/send-message";
import { logReadLimits } from "../../../../src/application/queues/log-read-permit";
import { memoryApplication, newProcess, successOf } from "../../../support/application/memory-application";
import { messagesOnly } from "../../../support/application/messages-only-queue";

const { runningEach } = logReadLimits;

const turns = async (count = 200): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Queues with messages, in a process that has to read them from the log. */
const unreadQueues = async (count: number, contents: readonly string[] = ["hello"]) => {
  const world = await memoryApplication();
  const caller = await world.newMember("Ben");
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push(successOf(await registerQueue(world.services)(caller, messagesOnly)()).queue.id);
  const to = { kind: "channel", channel: "general", topic: "t" } as const;
  for (const content of contents)
    successOf(await sendMessage(world.services)(world.owner, { to, content, readBySender: false })());
  let loaded = 0;
  const read: WeakRef<object>[] = [];
  const { eventLog } = world.outside;
  const after: typeof eventLog.after = async (...asked) => {
    loaded += 1;
    return pipe(
      await eventLog.after(...asked),
      // Copies, because a real log decodes events anew for each reader.
      E.map((events) =>
        events.map((logged) => {
          const copy = structuredClone(logged);
          read.push(new WeakRef(copy.event));
          return copy;
        }),
      ),
    );
  };
  const services = newProcess({ ...world.outside, eventLog: { ...eventLog, after } });
  const bound = {
    awaitEvents: awaitEvents(services),
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
  return { ids, run, loaded: () => loaded, read };
};

/** Begins a stream, and brings it to `take`. @returns the function to call when the client is gone. */
const beginStream = (
  running: ReturnType<Awaited<ReturnType<typeof unreadQueues>>["run"]>,
  take: (stream: EventStream) => unknown,
): (() => void) => {
  if (!(running instanceof DeferredAnswer)) throw new Error("no stream");
  return running.begin(async (outcome) => take(successOf(await outcome) as EventStream));
};

test("streams whose clients left while they waited for their turn read nothing", async () => {
  const { ids, run, loaded } = await unreadQueues(6);
  let ended = 0;
  let end = (): void => {};
  const isTimeToEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const gone = { setHeader: () => {}, write: () => true, once: () => {}, closed: true };
  let watched = 0;
  const quietStreams = {
    watch: () => {
      watched += 1;
      return () => (watched -= 1);
    },
  };
  const leaving = ids.map((id) =>
    beginStream(run("/events/stream", id, { quietStreams }), async (stream) => {
      await isTimeToEnd;
      await stream.send({} as never, gone as never);
      ended += 1;
    }),
  );
  await turns();
  expect(loaded()).toBe(runningEach);
  for (const leave of leaving) leave();
  // Ends the turns of the first ones, so that others could have them.
  end();
  await turns();
  expect(ended).toBe(ids.length);
  expect(loaded()).toBe(runningEach);
  expect(watched).toBe(0);
});

test("streams whose clients don't read release the events they were made from", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Their HTML is so long that the queues don't keep them in memory either.
  const long = "&".repeat(10_000);
  const { ids, run, read } = await unreadQueues(runningEach, [long, long]);
  const unread = { hasTooMuch: () => false, count: () => {} };
  let written = 0;
  const write = () => {
    written += 1;
    return false;
  };
  const open = ids.map((id) => {
    const response = Object.assign(new EventEmitter(), { setHeader: () => {}, closed: false, write });
    const leave = beginStream(
      run("/events/stream", id, { unread, quietStreams: new QuietStreams() }),
      (stream) => void stream.send({ method: "GET" } as never, response as never),
    );
    return { response, leave };
  });
  await turns();
  // Greetings and events.
  expect(written).toBe(2 * ids.length);
  collect();
  expect(read.length).toBeGreaterThanOrEqual(ids.length);
  // The encoder keeps the event that it encoded last, for the next queue that gets it.
  expect(read.filter((one) => one.deref() !== undefined).length).toBeLessThanOrEqual(1);
  // Responses hold these until they are closed.
  for (const { response, leave } of open) {
    leave();
    response.closed = true;
    response.emit("close");
  }
});

test("a poll whose client left after its events were read encodes none of them", async () => {
  const { ids, run } = await unreadQueues(1);
  const polled = run("/events", ids[0] ?? "", { isGone: true });
  if (!(polled instanceof DeferredAnswer)) throw new Error("no poll");
  const answer = await new Promise((resolve) => polled.begin(resolve));
  expect(answer).toMatchObject({ right: { events: [] } });
});
