import { once } from "node:events";
import { type IncomingMessage, type Server, request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import express, { type RequestHandler } from "express";
import { admission } from "../../../../src/adapters/http/admission/admission";
import { type CostLimits, costLimits } from "../../../../src/adapters/http/declaration/cost-limits";
import { listenerOf } from "../../../../src/adapters/http/reply/express-listener";
import { createWebServer } from "../../../../src/adapters/http/web-server";
import { SharedMemory } from "../../../../src/application/admission/shared-memory";
import { memoryMetrics } from "../../../support/application/memory-metrics";

const mebibyte = 1024 * 1024;

let server: Server;
const sockets: Socket[] = [];
/** Serves one handler, behind a turn of a class. Forwarded addresses tell networks apart. */
const serve = async (
  answer: RequestHandler,
  limits: CostLimits = costLimits,
  metrics = memoryMetrics(),
): Promise<void> => {
  const http = express().set("trust proxy", true);
  http.use(admission(new SharedMemory(Number.POSITIVE_INFINITY), limits, metrics).turn("search"), answer);
  server = createWebServer().on("request", listenerOf(http));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
};
afterEach(() => {
  jest.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const portOf = () => (server.address() as AddressInfo).port;
const ask = (network: string): Promise<{ readonly status: number | undefined; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { "X-Forwarded-For": network };
    send({ port: portOf(), headers, agent: false }, (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("latin1").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    })
      .on("error", reject)
      .end();
  });

test("a client that reads no answers is refused until it has read them; others aren't", async () => {
  const written: Promise<void>[] = [];
  // The system's buffers take a few of them.
  let size = 50 * mebibyte;
  const roomy = { running: 5, runningEach: 5, waiting: 0, waitingEach: 0 };
  await serve(
    (_request, response) => {
      written.push(new Promise((resolve) => response.once("prefinish", () => setImmediate(resolve))));
      response.end(Buffer.alloc(size));
    },
    { ...costLimits, search: roomy },
  );
  const lazy = connect(portOf(), "127.0.0.1").pause();
  sockets.push(lazy);
  lazy.write("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n");
  while (written.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await written[0];
  size = 10;
  expect(await ask("203.0.113.1")).toMatchObject({
    status: 503,
    text: expect.stringContaining("SERVER_BUSY"),
  });
  expect((await ask("203.0.113.2")).status).toBe(200);
  lazy.resume();
  await new Promise<void>((resolve) => {
    let left = 50 * mebibyte;
    lazy.on("data", (chunk) => {
      left -= chunk.length;
      if (left <= 0) resolve();
    });
  });
  lazy.destroy();
  while ((await ask("203.0.113.1")).status !== 200) await new Promise((resolve) => setImmediate(resolve));
});

test("a gauge counts the requests in progress, and forgets those whose client leaves", async () => {
  const metrics = memoryMetrics();
  const inProgress = (name: string) => metrics.read("requests_in_progress", { class: name });
  const roomy = { running: 5, runningEach: 5, waiting: 0, waitingEach: 0 };
  await serve(() => {}, { ...costLimits, search: roomy }, metrics);
  expect(["search", "poll", "stream"].map(inProgress)).toEqual([0, 0, 0]);
  const clients = [1, 2, 3].map(() => connect(portOf(), "127.0.0.1"));
  sockets.push(...clients);
  for (const client of clients) client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  while (inProgress("search") !== 3) await new Promise((resolve) => setImmediate(resolve));
  clients[0]?.destroy();
  while (inProgress("search") !== 2) await new Promise((resolve) => setImmediate(resolve));
  expect(inProgress("poll")).toBe(0);
});

test("a request waits ten seconds for its turn at most", async () => {
  const begun: (() => void)[] = [];
  const oneAtOnce = { running: 1, runningEach: 1, waiting: 5, waitingEach: 5 };
  await serve(
    (_request, response) => {
      const answer = (): void => void response.end("done");
      begun.push(answer);
      if (begun.length > 1) answer();
    },
    { ...costLimits, search: oneAtOnce },
  );
  const first = ask("203.0.113.1");
  while (begun.length === 0) await new Promise((resolve) => setImmediate(resolve));
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "Date", "performance"] });
  const [second, third] = [ask("203.0.113.2"), ask("203.0.113.3")];
  while (jest.getTimerCount() < 4) await new Promise((resolve) => setImmediate(resolve));
  jest.advanceTimersByTime(9_999);
  expect(begun).toHaveLength(1);
  jest.advanceTimersByTime(1);
  begun[0]?.();
  for (const late of [second, third])
    expect(await late).toMatchObject({ status: 503, text: expect.stringContaining("SERVER_BUSY") });
  expect((await first).status).toBe(200);
  expect(begun).toHaveLength(1);
});

test("requests that take a turn of the event loop for long begin in turns of their own", async () => {
  const sent = 8;
  let begun = 0;
  const mostInOneTurn: number[] = [];
  await serve(
    (_request, response) => {
      begun += 1;
      if (begun === 1) setImmediate(() => mostInOneTurn.push(begun));
      const end = performance.now() + 15;
      while (performance.now() < end);
      response.end();
    },
    { ...costLimits, search: { running: 20, runningEach: 20, waiting: 0, waitingEach: 0 } },
  );
  let open = 0;
  const allOpen = new Promise<void>((resolve) => {
    server.on("connection", () => {
      open += 1;
      if (open === sent) setImmediate(resolve);
    });
  });
  const clients = Array.from({ length: sent }, () => connect(portOf(), "127.0.0.1"));
  sockets.push(...clients);
  await allOpen;
  // All of them are there when the server reads next.
  for (const client of clients)
    client.write("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n");
  await Promise.all(clients.map((client) => once(client, "data")));
  expect([begun, mostInOneTurn]).toEqual([sent, [1]]);
});
