import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Response } from "express";
import type { Right } from "fp-ts/Either";
import { EventStream } from "../../../src/adapters/http/reply/event-stream";
import type { EventsFetched } from "../../../src/application/events/fetch-events";
import type { EventId } from "../../../src/domain/ids";

const text = JSON.stringify("x".repeat(100_000));

/** A queue with an endless supply of events to encode. */
const endless = () => {
  let id = 0;
  const fetched = { afterId: 0, items: [{}], isOver: false } as unknown as EventsFetched;
  return {
    sentSoFar: () => id,
    source: {
      firstIsWritten: () => {},
      first: fetched,
      next: (
        _lastEventId: EventId | undefined,
        receive: (outcome: Promise<Right<EventsFetched>>) => void,
      ) => {
        receive(Promise.resolve({ _tag: "Right", right: fetched }));
        return () => {};
      },
      encode: () => {
        id += 1;
        return [{ id, text }];
      },
      isAllowed: () => true,
    },
  };
};

test("a reader who stops reading gets only what fits in transit, and is cut off", async () => {
  const { source, sentSoFar } = endless();
  let most = 0;
  const closed: Promise<unknown>[] = [];
  const server = createServer((request, response: ServerResponse) => {
    closed.push(once(response, "close"));
    const write = response.write.bind(response);
    response.write = ((chunk: string) => {
      const goesOn = write(chunk);
      most = Math.max(most, response.writableLength);
      return goesOn;
    }) as typeof response.write;
    void new EventStream(source, 300).send(request as never, response as Response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
  await once(server, "request");
  await Promise.all(closed);
  const sentThen = sentSoFar();
  expect(most).toBeLessThan(3 * text.length);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sentSoFar()).toBe(sentThen);
  socket.destroy();
  server.close();
});

test("a reader who keeps reading gets more than fits in transit", async () => {
  const { source, sentSoFar } = endless();
  const server = createServer((request, response) => {
    void new EventStream(source, 300).send(request as never, response as Response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    if (bytes > 50_000_000) break;
  }
  expect(sentSoFar()).toBeGreaterThan(400);
  socket.destroy();
  server.close();
});

test.each(["GET", "HEAD"])(
  "a stream tells when its first events are written, or never will be (%s)",
  async (method) => {
    const { source } = endless();
    const told: string[] = [];
    const encode = async () => {
      told.push("encoded");
      return source.encode();
    };
    const firstIsWritten = () => told.push("written");
    const server = createServer((request, response) => {
      void new EventStream({ ...source, encode, firstIsWritten, next: () => () => {} }, 300).send(
        request as never,
        response as Response,
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(`${method} / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n`);
    await once(socket, "data");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toEqual(method === "GET" ? ["encoded", "written"] : ["written"]);
    socket.destroy();
    server.close();
  },
);
