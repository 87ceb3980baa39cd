import { fetchEvents } from "../../web/src/api/requests";
import type { ServerEvent } from "../../web/src/wire/event";

const events: readonly ServerEvent[] = [{ type: "heartbeat", id: 5 }];
const { signal } = new AbortController();
let begin: () => void;
let finish: () => void;

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
/** The state of a poll under way. */
const polled = (isQuick: boolean) => {
  const state = { outcome: undefined as unknown };
  void fetchEvents("q1", 4, signal, isQuick)
    .catch((error: Error) => error.name)
    .then((outcome) => {
      state.outcome = outcome;
    });
  return state;
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  // Node's own isn't one of the timers that jest replaces.
  jest.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("Too late", "TimeoutError")), milliseconds);
    return controller.signal;
  });
  jest.spyOn(globalThis, "fetch").mockImplementation(
    (_, options = {}) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
        begin = () => {
          const body = new ReadableStream<Uint8Array>({
            start: (controller) => {
              options.signal?.addEventListener("abort", () => controller.error(options.signal?.reason));
              finish = () => {
                controller.enqueue(new TextEncoder().encode(JSON.stringify({ result: "success", events })));
                controller.close();
              };
            },
          });
          resolve(new Response(body));
        };
      }),
  );
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test("a quick poll is given up after 10 seconds without an answer", async () => {
  const poll = polled(true);
  await pass(9999);
  expect(poll.outcome).toBeUndefined();
  await pass(1);
  expect(poll.outcome).toMatch("Error");
});

test("an answer to a quick poll that has begun may take longer to arrive", async () => {
  const poll = polled(true);
  await pass(9000);
  begin();
  await pass(60_000);
  finish();
  await pass(0);
  expect(poll.outcome).toEqual(events);
});

test("a long poll is given up after two minutes", async () => {
  const poll = polled(false);
  await pass(119_999);
  expect(poll.outcome).toBeUndefined();
  await pass(1);
  expect(poll.outcome).toMatch("Error");
});
