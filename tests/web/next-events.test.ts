import type { EventStream } from "../../web/src/api/event-stream";
import { nextEvents } from "../../web/src/api/next-events";
import type { ServerEvent } from "../../web/src/wire/event";

const heartbeat = (id: number): ServerEvent => ({ type: "heartbeat", id });
const { signal } = new AbortController();
const end: readonly ServerEvent[] = [];
const minute = 60_000;

type Outcome = readonly ServerEvent[] | "lost" | "badQueue" | "loggedOut";

/** A server whose streams bring these outcomes one after another, after what time; "lost" stands for silence. */
const served = () => {
  const asked: string[] = [];
  let now = 0;
  const world = {
    streams: [] as (readonly [milliseconds: number, ...outcomes: readonly Outcome[]] | "lost" | "badQueue")[],
    poll: end as Outcome,
  };
  const openStream = async (queueId: string, lastEventId: number): Promise<EventStream> => {
    asked.push(`stream ${queueId} ${lastEventId}`);
    const stream = world.streams.shift() ?? "lost";
    if (typeof stream === "string") throw stream;
    const [milliseconds, ...left] = stream;
    return {
      next: async () => {
        now += milliseconds;
        const outcome = left.shift() ?? end;
        if (typeof outcome === "string") throw outcome;
        return outcome;
      },
      end: () => {
        asked.push("no more stream");
      },
    };
  };
  const fetchEvents = async (queueId: string, lastId: number, _: AbortSignal, isQuick: boolean) => {
    asked.push(`${isQuick ? "quick poll" : "poll"} ${queueId} ${lastId}`);
    if (typeof world.poll === "string") throw world.poll;
    return world.poll;
  };
  const next = nextEvents({
    openStream,
    fetchEvents,
    meaning: (error) => error as "badQueue" | "loggedOut" | "lost",
    now: () => now,
  });
  /** The last id that a caller names grows with each call. */
  let lastId = 0;
  return {
    world,
    next: (isQuick = false) => {
      lastId += 1;
      return next("q1", lastId, signal, isQuick).catch((error: unknown) => error);
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** What was asked since the last look. */
    asked: () => asked.splice(0),
  };
};

test("one stream brings the events of many calls", async () => {
  const { world, next, asked } = served();
  world.streams = [[100, [heartbeat(5)], [heartbeat(6), heartbeat(7)]]];
  expect(await next()).toEqual([heartbeat(5)]);
  expect(await next()).toEqual([heartbeat(6), heartbeat(7)]);
  expect(asked()).toEqual(["stream q1 1"]);
});

test("a stream that ends is replaced from the last event on, and that isn't a failure", async () => {
  const { world, next, asked } = served();
  world.streams = Array.from({ length: 9 }, () => [5000, end]);
  world.streams.push([0, [heartbeat(5)]]);
  for (let time = 0; time < 9; time += 1) expect(await next()).toEqual([]);
  expect(await next()).toEqual([heartbeat(5)]);
  expect(asked()).toEqual(Array.from({ length: 10 }, (_, index) => `stream q1 ${index + 1}`));
});

test.each([
  ["can't be opened", ["lost"]],
  ["goes silent", [[45_000, "lost"]]],
  [
    "ends right away three times in succession",
    [
      [4999, end],
      [0, end],
      [0, end],
    ],
  ],
] as const)("if a stream %s where a poll succeeds, polls replace it for a minute", async (_, streams) => {
  const { world, next, asked, pass } = served();
  world.streams = [...streams];
  for (let time = 1; time < streams.length; time += 1) expect(await next()).toEqual([]);
  world.poll = [heartbeat(5)];
  expect(await next()).toEqual([heartbeat(5)]);
  expect(asked().at(-1)).toBe(`quick poll q1 ${streams.length}`);
  pass(minute - 1);
  await next();
  expect(asked()).toEqual([`poll q1 ${streams.length + 1}`]);
  pass(1);
  world.streams = [[0, [heartbeat(6)]]];
  expect(await next()).toEqual([heartbeat(6)]);
  expect(asked()).toEqual([`stream q1 ${streams.length + 2}`]);
});

test("streams that bring events before they end stay in use", async () => {
  const { world, next, asked } = served();
  world.streams = Array.from({ length: 6 }, () => [0, [heartbeat(5)], end]);
  for (let time = 0; time < 12; time += 1) await next();
  expect(asked().filter((one) => !one.startsWith("stream"))).toEqual([]);
});

test("the longer streams don't get through, the more rarely they are tried, but at least every hour", async () => {
  const { world, next, asked, pass } = served();
  const tries = async (minutes: number): Promise<number> => {
    for (let passed = 0; passed < minutes; passed += 1) {
      await next();
      pass(minute);
    }
    return asked().filter((one) => one.startsWith("stream")).length;
  };
  expect(await tries(1 + 2 + 4 + 8 + 16 + 32)).toBe(6);
  expect(await tries(600)).toBe(10);
  world.streams = [[0, [heartbeat(5)]]];
  expect(await tries(1)).toBe(1);
  // One that brought an event makes it likely that others will: they are tried at once, and a minute later.
  expect(await tries(1 + 1 + 2)).toBe(2);
});

test("without a connection the call fails, and the next stream is tried as soon as there is one", async () => {
  const { world, next, asked } = served();
  world.poll = "lost";
  expect(await next()).toBe("lost");
  world.poll = end;
  expect(await next(true)).toEqual([]);
  world.streams = [[0, [heartbeat(5)]]];
  expect(await next()).toEqual([heartbeat(5)]);
  expect(asked()).toEqual(["stream q1 1", "quick poll q1 1", "quick poll q1 2", "stream q1 3"]);
});

test("streams are tried again once a lost connection is back", async () => {
  const { world, next, asked } = served();
  await next();
  world.poll = "lost";
  await next();
  world.poll = end;
  await next(true);
  world.streams = [[0, [heartbeat(5)]]];
  expect(await next()).toEqual([heartbeat(5)]);
  expect(asked()).toEqual(["stream q1 1", "quick poll q1 1", "poll q1 2", "quick poll q1 3", "stream q1 4"]);
});

test("a poll after a failure ends an open stream, which may bring the same events again or those of an expired queue", async () => {
  const { world, next, asked } = served();
  world.streams = [
    [0, [heartbeat(5)], [heartbeat(6)]],
    [0, [heartbeat(7)]],
  ];
  await next();
  world.poll = [heartbeat(6)];
  expect(await next(true)).toEqual([heartbeat(6)]);
  expect(await next()).toEqual([heartbeat(7)]);
  expect(asked()).toEqual(["stream q1 1", "no more stream", "quick poll q1 2", "stream q1 3"]);
});

test("a refused queue or session is that of polls too, so none is asked", async () => {
  for (const refusal of ["badQueue", "loggedOut"]) {
    const { world, next, asked } = served();
    world.streams = [refusal as "badQueue"];
    expect(await next()).toBe(refusal);
    expect(asked()).toEqual(["stream q1 1"]);
  }
});
