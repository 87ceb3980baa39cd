import { followQueue } from "../../web/src/api/follow-queue";
import type { ServerEvent } from "../../web/src/wire/event";
import type { Registration } from "../../web/src/wire/registration";

const registration = (queue_id: string, last_event_id: number) =>
  ({ queue_id, last_event_id }) as unknown as Registration;
const heartbeat = (id: number): ServerEvent => ({ type: "heartbeat", id });

/** Plays the answers in order; the last one says that nobody is logged in any more. */
const played = async (
  answers: readonly (readonly ServerEvent[] | "badQueue" | "lost" | "loggedOut")[],
  /** How long each answer takes, in milliseconds. */
  taking = 1000,
  isOffline = false,
  /** How long each wait takes of what it may. */
  waited: (milliseconds: number) => number = (milliseconds) => milliseconds,
  /** After how many requests another window takes over. */
  mostRequests = Infinity,
  /** How far the clock is set with each answer, in milliseconds, and whether the window is hidden. */
  { clockStep = 0, isHidden = false } = {},
) => {
  const asked: string[] = [];
  const quick: boolean[] = [];
  const states: string[] = [];
  const waits: number[] = [];
  const pauses: number[] = [];
  let now = 0;
  const restarts: string[] = [];
  let queues = 1;
  const left = [...answers];
  await followQueue(registration("q1", 4), {
    register: async () => {
      queues += 1;
      return registration(`q${queues}`, 0);
    },
    fetchEvents: async (queueId, lastId, isQuick) => {
      asked.push(`${queueId} ${lastId}`);
      quick.push(isQuick);
      now += taking + clockStep;
      const answer = left.shift() ?? "loggedOut";
      if (typeof answer === "string") throw answer;
      return answer;
    },
    apply: () => undefined,
    restart: ({ queue_id }) => {
      restarts.push(queue_id);
    },
    connection: (state) => {
      states.push(state);
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      now += waited(milliseconds);
    },
    now: () => now,
    isOffline: () => isOffline,
    isHidden: () => isHidden,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
    meaning: (error) => error as "badQueue" | "lost" | "loggedOut",
    isOver: () => asked.length >= mostRequests,
  });
  return { asked, quick, states, waits, restarts, pauses };
};

test("each request continues from the last received event", async () => {
  const { asked, states } = await played([[heartbeat(7)], [], [heartbeat(9), heartbeat(12)]]);
  expect(asked).toEqual(["q1 4", "q1 7", "q1 7", "q1 12", "q1 12"]);
  expect(states).toEqual([]);
});

test("a window that another one relieves asks no more, and says nothing about its connection", async () => {
  const { asked, states } = await played([[heartbeat(7)], "lost", "lost"], 1000, true, undefined, 2);
  expect(asked).toEqual(["q1 4", "q1 7"]);
  expect(states).toEqual([]);
});

test("busy queues are asked with a pause, quiet ones without", async () => {
  const busy = await played([[heartbeat(5)], [heartbeat(6)]], 20);
  expect(busy.pauses).toEqual([100, 100]);
  const calm = await played([[heartbeat(5)], [heartbeat(6)]], 400);
  expect(calm.pauses).toEqual([]);
});

test("a clock that is set back doesn't lengthen the pause", async () => {
  const clockStep = -3_600_000;
  const { pauses } = await played([[heartbeat(5)], [heartbeat(6)]], 20, false, undefined, undefined, {
    clockStep,
  });
  expect(pauses).toEqual([120, 120]);
});

test("hidden windows, which draw nothing, don't pause: browsers may let their timers run once a minute", async () => {
  const { pauses } = await played([[heartbeat(5)], [heartbeat(6)]], 20, false, undefined, undefined, {
    isHidden: true,
  });
  expect(pauses).toEqual([]);
});

test("a lost connection is retried at growing intervals and reported when it is back", async () => {
  const { states, waits } = await played(["lost", "lost", "lost", []]);
  expect(states).toEqual(["lost", "lost", "online"]);
  expect(waits).toEqual([1000, 2000, 4000, 1000]);
});

test("whatever ends a wait early begins with short waits again: the connection is likely to be back", async () => {
  let waits = 0;
  const changes = await played(["lost", "lost", "lost", "lost", []], 1000, false, (milliseconds) => {
    waits += 1;
    return waits === 3 ? 100 : milliseconds;
  });
  expect(changes.waits).toEqual([1000, 2000, 4000, 2000, 1000]);
  expect(changes.states).toEqual(["lost", "lost", "lost", "online"]);
});

test("a connection that the browser knows to be gone is reported lost at once, and back with the first answer", async () => {
  const { states, quick } = await played([[], "lost", [], []], 1000, true);
  expect(states).toEqual(["lost", "online"]);
  expect(quick).toEqual([false, false, true, false, false, false]);
});

test("an expired queue is replaced at once, but the next one only after a pause", async () => {
  const { asked, restarts, waits } = await played(["badQueue", "badQueue", []]);
  expect(asked).toEqual(["q1 4", "q2 0", "q3 0", "q3 0", "q3 0"]);
  expect(restarts).toEqual(["q2", "q3"]);
  expect(waits).toEqual([2000, 1000]);
});

test("a session that another page of the browser replaces doesn't log the user out", async () => {
  const { asked, states, waits } = await played(["loggedOut", [heartbeat(5)], "loggedOut", [heartbeat(6)]]);
  expect(asked).toEqual(["q1 4", "q1 4", "q1 5", "q1 5", "q1 6", "q1 6"]);
  expect(states).toEqual([]);
  expect(waits).toEqual([1000, 1000, 1000]);
});
