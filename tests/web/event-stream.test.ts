import { eventReader, openStream } from "../../web/src/api/event-stream";
import { actFor, Refusal } from "../../web/src/api/http";
import type { ServerEvent } from "../../web/src/wire/event";

const heartbeat = (id: number): ServerEvent => ({ type: "heartbeat", id });
const written = (...events: readonly object[]) =>
  events.map((event) => `id: 1\ndata: ${JSON.stringify(event)}\n\n`).join("");

describe("reading", () => {
  const events = [heartbeat(7), { type: "message", id: 8, content: "Straße 🎈\u2028 a\nb: c" }, heartbeat(9)];
  const text = `retry: 1000\n\n:\n\n${written(events[0] ?? {}, events[1] ?? {})}:\n\n${written(events[2] ?? {})}`;

  test.each([
    ["LF", text],
    ["CRLF", text.replaceAll("\n", "\r\n")],
  ])("events don't depend on where their text is cut (%s)", (_, whole) => {
    for (let first = 0; first <= whole.length; first += 1)
      for (let second = first; second <= whole.length; second += 1) {
        const read = eventReader();
        const pieces = [whole.slice(0, first), whole.slice(first, second), whole.slice(second)];
        expect(pieces.flatMap(read)).toEqual(events);
      }
  });

  test("an event counts once the empty line after it is there", () => {
    const read = eventReader();
    expect(read('data: {"type":"heartbeat","id":3}')).toEqual([]);
    expect(read("\n")).toEqual([]);
    expect(read("\n")).toEqual([heartbeat(3)]);
    expect(read("\n")).toEqual([]);
  });
});

describe("a stream", () => {
  let write: (text: string | Uint8Array) => void;
  let close: () => void;
  let cut: () => void;
  let asked: [string, RequestInit][];
  const encoder = new TextEncoder();

  /** Answers with a body that ends as the request is aborted, like that of `fetch`. */
  const answering = (type = "text/event-stream") =>
    jest.spyOn(globalThis, "fetch").mockImplementation(async (url, options = {}) => {
      asked.push([String(url), options]);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          write = (text) => controller.enqueue(typeof text === "string" ? encoder.encode(text) : text);
          close = () => controller.close();
          cut = () => controller.error(new TypeError("network error"));
          options.signal?.addEventListener("abort", () => controller.error(options.signal?.reason));
        },
      });
      return new Response(body, { headers: { "Content-Type": type } });
    });
  const refusing = (status: number, body: object) =>
    jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(body, { status }));
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  const opened = async (signal = new AbortController().signal) => {
    const opening = openStream("q1", 4, signal);
    await pass(0);
    write("retry: 1000\n\n");
    return opening;
  };
  const isAborted = () => asked[0]?.[1].signal?.aborted;

  /** Only the timers of the stream: Jest and libraries set others on the same clock. */
  const timersSet = () =>
    jest.mocked(setTimeout).mock.results.flatMap(({ value }, index) => {
      const [, delay] = jest.mocked(setTimeout).mock.calls[index] ?? [];
      return delay === 5000 || delay === 45_000 ? [value] : [];
    });

  beforeEach(() => {
    asked = [];
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
    jest.spyOn(globalThis, "setTimeout");
    jest.spyOn(globalThis, "clearTimeout");
  });
  afterEach(() => {
    const cleared = jest.mocked(clearTimeout).mock.calls.map(([timer]) => timer);
    expect(timersSet()).not.toEqual([]);
    for (const timer of timersSet()) expect(cleared).toContain(timer);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test("asks for the events after the last one, as this window and past the cache", async () => {
    answering();
    actFor(7);
    await opened();
    expect(asked.map(([url, { headers, cache }]) => [url, headers, cache])).toEqual([
      ["/json/events/stream?queue_id=q1&last_event_id=4", { "X-Parley-User": "7" }, "no-store"],
    ]);
    close();
    await pass(0);
  });

  test("passes on what has arrived since the last look, and then ends", async () => {
    answering();
    const stream = await opened();
    const first = stream.next();
    write(written(heartbeat(5)));
    await expect(first).resolves.toEqual([heartbeat(5)]);
    for (const id of [6, 7]) write(written(heartbeat(id)));
    await pass(0);
    write(written(heartbeat(8)));
    await pass(0);
    close();
    await pass(0);
    await expect(stream.next()).resolves.toEqual([heartbeat(6), heartbeat(7), heartbeat(8)]);
    await expect(stream.next()).resolves.toEqual([]);
  });

  test("reads letters whose bytes come in two pieces", async () => {
    answering();
    const stream = await opened();
    for (const byte of encoder.encode(written({ type: "message", content: "größer 🎈" })))
      write(Uint8Array.of(byte));
    await expect(stream.next()).resolves.toEqual([{ type: "message", content: "größer 🎈" }]);
    close();
    await pass(0);
  });

  test("that breaks off ends after the events that arrived", async () => {
    answering();
    const stream = await opened();
    write(written(heartbeat(5)));
    await pass(0);
    cut();
    await pass(0);
    await expect(stream.next()).resolves.toEqual([heartbeat(5)]);
    await expect(stream.next()).resolves.toEqual([]);
  });

  test("ends when its reader is relieved or interrupted", async () => {
    answering();
    const turn = new AbortController();
    const stream = await opened(turn.signal);
    const next = stream.next();
    turn.abort();
    await expect(next).resolves.toEqual([]);
  });

  test("can be ended", async () => {
    answering();
    const stream = await opened();
    stream.end();
    expect(isAborted()).toBe(true);
    await expect(stream.next()).resolves.toEqual([]);
  });

  test("stays open as long as there are comments, and is given up after 45 seconds of silence", async () => {
    answering();
    const stream = await opened();
    const next = stream.next().catch((error: Error) => error.message);
    for (let minute = 0; minute < 6; minute += 1) {
      await pass(20_000);
      write(":\n\n");
    }
    await pass(44_999);
    expect(isAborted()).toBe(false);
    await pass(1);
    expect(isAborted()).toBe(true);
    await expect(next).resolves.toBe("The stream has gone silent");
  });

  test.each([
    ["an answer", false],
    ["first bytes", true],
  ])("isn't waited for longer than 5 seconds without %s", async (_, hasAnswer) => {
    if (hasAnswer) answering();
    else
      jest.spyOn(globalThis, "fetch").mockImplementation((url, options = {}) => {
        asked.push([String(url), options]);
        return new Promise((_resolve, reject) =>
          options.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
        );
      });
    const opening = openStream("q1", 4, new AbortController().signal).catch((error: Error) => error.name);
    await pass(4999);
    expect(isAborted()).toBe(false);
    await pass(1);
    await expect(opening).resolves.toBe("AbortError");
  });

  test("that is refused says why", async () => {
    refusing(400, { result: "error", code: "BAD_EVENT_QUEUE_ID", msg: "Bad queue" });
    const error = await openStream("q1", 4, new AbortController().signal).catch((one: unknown) => one);
    expect(error).toEqual(expect.any(Refusal));
    expect(error).toMatchObject({ code: "BAD_EVENT_QUEUE_ID", status: 400 });
  });

  test("isn't what another program answers", async () => {
    answering("text/html");
    const opening = openStream("q1", 4, new AbortController().signal);
    const outcome = opening.catch((error: unknown) => error);
    await pass(0);
    write("<p>Please log in to this network");
    close();
    await expect(outcome).resolves.toMatchObject({ code: "BAD_RESPONSE", status: 200 });
  });
});
