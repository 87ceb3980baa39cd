import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Response } from "express";
import type { Right } from "fp-ts/Either";
import { UnreadAnswers } from "../../../../src/adapters/http/admission/unread-answers";
import { EventStream } from "../../../../src/adapters/http/reply/event-stream";
import { QuietStreams } from "../../../../src/adapters/http/reply/quiet-streams";
import type { EventsFetched } from "../../../../src/application/events/await-events";
import type { EventId } from "../../../../src/domain/ids";

const text = JSON.stringify("x".repeat(100_000));

/** No stream is quiet for long here, unless a test wants it. */
const quietStreams = new QuietStreams();
const nothingUnread = { hasTooMuch: () => false, count: () => {} };
const someEvents = () => ({ afterId: 0, items: [{}], isOver: false }) as unknown as EventsFetched;

/** A queue with an endless supply of events to encode. */
const endless = () => {
  let id = 0;
  const fetched = someEvents();
  return {
    sentSoFar: () => id,
    first: fetched,
    source: {
      unread: nothingUnread,
      quietStreams,
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
  const { first, source, sentSoFar } = endless();
  const answers = new UnreadAnswers({ bytesEach: 1e9, bytes: 1e9, longest: 120_000 });
  const limits: number[] = [];
  const unread = {
    hasTooMuch: () => false,
    // The test doesn't wait for as long as a stream does.
    count: (response: ServerResponse, longest: number) => {
      limits.push(longest);
      answers.add("a reader", response, longest / 100);
    },
  };
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
    void new EventStream(first, { ...source, unread }).send(request as never, response as Response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
  await once(server, "request");
  await Promise.all(closed);
  const sentThen = sentSoFar();
  expect(most).toBeLessThan(3 * text.length);
  expect(limits.at(-1)).toBe(20_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sentSoFar()).toBe(sentThen);
  socket.destroy();
  server.close();
});

test("a reader who keeps reading gets more than fits in transit", async () => {
  const { first, source, sentSoFar } = endless();
  const server = createServer((request, response) => {
    void new EventStream(first, source).send(request as never, response as Response);
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

test("a stream whose client left before it began writes nothing, and isn't watched", async () => {
  const { first, source, sentSoFar } = endless();
  const watch = jest.fn(() => () => {});
  const stream = new EventStream(first, { ...source, quietStreams: { watch } });
  const server = createServer((request, response) => {
    request.socket.destroy();
    response.once("close", async () => {
      await stream.send(request as never, response as Response);
      server.close();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
  await once(server, "close");
  await stream.firstIsWritten;
  expect([watch.mock.calls.length, sentSoFar()]).toEqual([0, 0]);
});

test("a stream tells when its first events are written", async () => {
  const { first, source } = endless();
  const told: string[] = [];
  const encode = async () => {
    told.push("encoded");
    return source.encode();
  };
  const server = createServer((request, response) => {
    const stream = new EventStream(first, { ...source, encode, next: () => () => {} });
    void stream.firstIsWritten.then(() => told.push("written"));
    void stream.send(request as never, response as Response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
  await once(socket, "data");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toEqual(["encoded", "written"]);
  socket.destroy();
  server.close();
});

/** A stream that has sent its first event, and the function that brings it more. */
const waitingStream = async (isAllowed: () => boolean | Promise<boolean>) => {
  const { first, source, sentSoFar } = endless();
  let receive: (outcome: Promise<Right<EventsFetched>>) => unknown = () => {};
  let closed: Promise<unknown> = Promise.resolve();
  const next: typeof source.next = (_lastEventId, bring) => {
    receive = bring;
    return () => {};
  };
  const server = createServer((request, response) => {
    closed = once(response, "close");
    void new EventStream(first, { ...source, next, isAllowed }).send(request as never, response as Response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
  while (!String((await once(socket, "data"))[0]).includes("id: 1"));
  return {
    sentSoFar,
    bringMore: () => receive(Promise.resolve({ _tag: "Right", right: first })),
    disconnect: async () => {
      socket.destroy();
      await closed;
      server.close();
    },
  };
};

test("a stream whose client left after its events were read encodes none of them", async () => {
  const { bringMore, disconnect, sentSoFar } = await waitingStream(() => true);
  await disconnect();
  await bringMore();
  expect(sentSoFar()).toBe(1);
});

test("a stream whose client left while its authorization was checked encodes nothing", async () => {
  let isFirst = true;
  let allow: (isAllowed: boolean) => void = () => {};
  const { bringMore, disconnect, sentSoFar } = await waitingStream(() => {
    if (!isFirst) return new Promise((resolve) => (allow = resolve));
    isFirst = false;
    return true;
  });
  const brought = bringMore();
  await disconnect();
  allow(true);
  await brought;
  expect(sentSoFar()).toBe(1);
});

/** Streams that nobody reads, on connections of their own. */
const unreadStreams = async (count: number, streamFor: () => EventStream) => {
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    void streamFor().send(request as never, response as Response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {}).write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
    return socket;
  });
  while (responses.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return {
    responses,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

test("a stream that nobody reads releases the events that it was made from", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const held: WeakRef<EventsFetched>[] = [];
  const streamFor = () => {
    const first = someEvents();
    held.push(new WeakRef(first));
    const { source } = endless();
    return new EventStream(first, {
      ...source,
      encode: () => [{ id: 1, text: JSON.stringify("x".repeat(8_000_000)) }],
    });
  };
  const { responses, stop } = await unreadStreams(1, streamFor);
  await new Promise((resolve) => setTimeout(resolve, 20));
  collect();
  expect(responses[0]?.writableLength).toBeGreaterThan(1_000_000);
  expect(held.map((one) => one.deref())).toEqual([undefined]);
  stop();
});

test("streams that nobody reads hold no more than what a user may leave unread, and a portion", async () => {
  const limits = { bytesEach: 3_000_000, bytes: 100_000_000, longest: 60_000 };
  const answers = new UnreadAnswers(limits);
  const unread = {
    hasTooMuch: () => answers.hasTooMuch("mallory"),
    count: (response: ServerResponse) => answers.add("mallory", response),
  };
  const portion = 1_000_000;
  // Three bytes each.
  const encode = () => [{ id: 1, text: JSON.stringify("\u4e2d".repeat(portion / 3)) }];
  const { responses, stop } = await unreadStreams(20, () => {
    const { first, source } = endless();
    return new EventStream(first, { ...source, encode, unread });
  });
  const waiting = responses.filter((response) => !response.writableEnded);
  const bytes = responses.map(({ writableLength }) => writableLength).reduce((sum, one) => sum + one, 0);
  expect(bytes).toBeGreaterThan(limits.bytesEach);
  expect(bytes).toBeLessThan(limits.bytesEach + 1.1 * portion);
  expect(waiting.length).toBeLessThan(5);
  stop();
});

describe("comments", () => {
  const often = new QuietStreams(() => 100);

  test("reach the reader of a quiet stream, and end with it", async () => {
    const { first, source } = endless();
    let isWatched = true;
    const watch: QuietStreams["watch"] = (...args) => {
      const end = often.watch(...args);
      return () => {
        isWatched = false;
        end();
      };
    };
    const server = createServer((request, response) => {
      const quiet = { ...source, next: () => () => {}, quietStreams: { watch } };
      void new EventStream(first, { ...quiet, encode: () => [{ id: 7, text: "{}" }] }).send(
        request as never,
        response as Response,
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
    socket.write("GET / HTTP/1.1\r\nHost: chat.example.com\r\n\r\n");
    let text = "";
    for await (const chunk of socket) {
      text += chunk;
      if (text.endsWith(":\n\n:\n\n")) break;
    }
    const [, body = ""] = text.split("\r\n\r\n");
    expect(body).toBe("retry: 1000\n\nid: 7\ndata: {}\n\n:\n\n:\n\n");
    while (isWatched) await new Promise((resolve) => setTimeout(resolve, 5));
    server.close();
  });

  test("aren't written to a stream that nobody reads, nor to one that has ended", async () => {
    const { responses, stop } = await unreadStreams(2, () => {
      const { first, source } = endless();
      const long = () => [{ id: 1, text: JSON.stringify("x".repeat(8_000_000)) }];
      return new EventStream(first, { ...source, encode: long, quietStreams: often });
    });
    responses[1]?.end();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const held = responses.map(({ writableLength }) => writableLength);
    expect(Math.min(...held)).toBeGreaterThan(1_000_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(responses.map(({ writableLength }) => writableLength)).toEqual(held);
    stop();
  });
});
