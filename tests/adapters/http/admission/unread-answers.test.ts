import { EventEmitter, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Response } from "express";
import * as E from "fp-ts/Either";
import { UnreadAnswers } from "../../../../src/adapters/http/admission/unread-answers";
import { ExpressResponse } from "../../../../src/adapters/http/reply/express-messages";
import { send } from "../../../../src/adapters/http/reply/send";
import { EncodedJson, JsonList } from "../../../../src/adapters/zulip-wire/json";

/** An answer with this many bytes still to be read. */
const answer = (writableLength: number) => {
  const emitter = new EventEmitter() as EventEmitter & { destroy(): void; cutOff: boolean };
  emitter.cutOff = false;
  emitter.destroy = () => {
    emitter.cutOff = true;
  };
  const response = Object.assign(emitter, { writableLength, closed: false });
  return { response: response as unknown as ServerResponse, emitter, take: () => emitter.emit("close") };
};

const limits = { bytesEach: 100, bytes: 250, longest: 60_000 };
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a caller with too much unread output gets nothing further until they read it", () => {
  const unread = new UnreadAnswers(limits);
  const [first, second] = [answer(60), answer(60)];
  unread.add("ann", first.response);
  expect(unread.hasTooMuch("ann")).toBe(false);
  unread.add("ann", second.response);
  expect([unread.hasTooMuch("ann"), unread.hasTooMuch("ben")]).toEqual([true, false]);
  first.take();
  expect(unread.hasTooMuch("ann")).toBe(false);
});

test("over the common limit, the caller with the most unread loses the oldest answer", () => {
  const unread = new UnreadAnswers(limits);
  const [old, recent, small] = [answer(90), answer(90), answer(80)];
  unread.add("mallory", old.response);
  unread.add("mallory", recent.response);
  unread.add("ann", small.response);
  expect([old, recent, small].map(({ emitter }) => emitter.cutOff)).toEqual([true, false, false]);
  // The answer closes a moment later, and counts once.
  old.take();
  expect(unread.hasTooMuch("mallory")).toBe(false);
  unread.add("ben", answer(80).response);
  expect(recent.emitter.cutOff).toBe(false);
});

test("an answer that is closed already doesn't count: nothing would end that", () => {
  const unread = new UnreadAnswers(limits);
  const { response } = answer(120);
  unread.add("ann", Object.assign(response, { closed: true }));
  expect(unread.hasTooMuch("ann")).toBe(false);
});

test("a caller who has read everything takes no memory", () => {
  const unread = new UnreadAnswers(limits);
  for (let caller = 0; caller < 3; caller += 1) {
    const { response, take } = answer(10);
    unread.add(`caller ${caller}`, response);
    take();
  }
  expect((unread as unknown as { readonly bytesOf: ReadonlyMap<string, number> }).bytesOf.size).toBe(0);
});

test("an answer that nobody reads is cut off eventually, and one that is being read stays", () => {
  const unread = new UnreadAnswers(limits);
  const [left, taken, sent] = [answer(10), answer(10), answer(0)];
  for (const { response } of [left, taken, sent]) unread.add("ann", response);
  taken.take();
  jest.advanceTimersByTime(limits.longest);
  expect([left, taken, sent].map(({ emitter }) => emitter.cutOff)).toEqual([true, false, false]);
});

test("each portion of a continuing answer counts until its client has read it", () => {
  const unread = new UnreadAnswers(limits);
  const stream = answer(120);
  for (let portion = 0; portion < 3; portion += 1) {
    unread.add("ann", stream.response);
    expect(unread.hasTooMuch("ann")).toBe(true);
    stream.emitter.emit("drain");
    expect(unread.hasTooMuch("ann")).toBe(false);
  }
  expect(stream.emitter.listenerCount("drain") + stream.emitter.listenerCount("close")).toBe(0);
  jest.advanceTimersByTime(limits.longest);
  expect(stream.emitter.cutOff).toBe(false);
});

const threeBytes = "\u4e2d".repeat(100_000);
const bodies: Readonly<Record<string, object>> = {
  "encoded while it is written": { texts: new JsonList(Array(100).fill(threeBytes), (text) => ({ text })) },
  "encoded at once": { text: threeBytes.repeat(100) },
  "encoded before": { text: new EncodedJson(JSON.stringify(threeBytes.repeat(100))) },
};

test.each(Object.entries(bodies))(
  "an answer %s counts by its bytes, not by its characters",
  async (_, body) => {
    jest.useRealTimers();
    let unreadBytes = 0;
    const server = createServer({ ServerResponse: ExpressResponse }, (_request, response) => {
      response.on("prefinish", () => {
        unreadBytes = response.writableLength;
      });
      void send(response as unknown as Response, E.right(body));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
    socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
    while (unreadBytes === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // The system takes some of the thirty million for itself.
    expect(unreadBytes).toBeGreaterThan(15_000_000);
    socket.destroy();
    server.close();
  },
);
