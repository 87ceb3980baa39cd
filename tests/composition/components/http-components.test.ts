import { Agent, get, type RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import { httpComponents } from "../../../src/composition/components/http-components";
import { siteAddress } from "../../../src/composition/components/site-address";
import { readConfig } from "../../../src/config/config";
import { persistentConnection } from "../../support/program/persistent-connection";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A running HTTP server that answers by `handler`. */
const running = async (handler: RequestListener) => {
  const read = readConfig({ PARLEY_PORT: "0" });
  if (E.isLeft(read)) throw new Error(read.left);
  const site = siteAddress(read.right);
  const { port, requests } = httpComponents(read.right, site, () => handler, { connected: () => {} });
  await requests.start();
  await port.start();
  const stop = async (): Promise<void> => {
    await port.stop();
    await requests.stop();
  };
  return { url: site.url(), stop };
};

/** Answers after a moment of work, during which no connection is accepted. */
const busy: RequestListener = (request, response) => {
  for (const end = performance.now() + 1; performance.now() < end; );
  request.resume().on("end", () => response.end("{}"));
};

/** What went wrong for a client that goes on until the port is closed. */
const failureOf = async (call: () => Promise<unknown>, pause: number): Promise<string> => {
  for (;;) {
    const failed = await call().then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (failed !== undefined) return failed;
    await sleep(pause);
  }
};

const refused = (count: number): readonly string[] => Array.from({ length: count }, () => "ECONNREFUSED");

test("a stopping server answers every request on connections that stay open, however long they pause", async () => {
  const { url, stop } = await running(busy);
  const pauses = Array.from({ length: 20 }, (_, index) => index * 20);
  const failures = pauses.map((pause) => {
    const connection = persistentConnection(url);
    closing.push(connection.close);
    return failureOf(() => connection.call("POST", "/", { a: "b" }), pause);
  });
  await sleep(600);
  await stop();
  expect(await Promise.all(failures)).toEqual(refused(pauses.length));
});

test("a stopping server answers clients that have connected, though it hasn't accepted their connections", async () => {
  const { url, stop } = await running(busy);
  const once = (): Promise<unknown> => {
    const connection = persistentConnection(url);
    return connection.call("POST", "/", { a: "b" }).finally(connection.close);
  };
  const failures = Array.from({ length: 40 }, () => failureOf(once, 0));
  await sleep(300);
  await stop();
  expect(await Promise.all(failures)).toEqual(refused(40));
});

test("a stopping server announces that it closes connections, and closes idle ones after half a second", async () => {
  const { url, stop } = await running(busy);
  const agent = new Agent({ keepAlive: true });
  closing.push(() => agent.destroy());
  const header = () =>
    new Promise((resolve, reject) =>
      get(url, { agent }, (answer) => {
        answer.resume().on("end", () => resolve(answer.headers.connection));
      }).on("error", reject),
    );
  expect(await Promise.all([header(), header()])).toEqual(["keep-alive", "keep-alive"]);
  const began = performance.now();
  const stopped = stop();
  await sleep(20);
  expect(await header()).toBe("close");
  await stopped;
  expect(performance.now() - began).toBeGreaterThan(450);
  expect(performance.now() - began).toBeLessThan(3000);
});

test("a request that ends after the others were closed is answered, and its connection closes soon after", async () => {
  const { url, stop } = await running((_, response) => void setTimeout(() => response.end("{}"), 900));
  const connection = persistentConnection(url);
  closing.push(connection.close);
  const answered = connection.call("GET", "/");
  await sleep(100);
  const began = performance.now();
  await stop();
  expect((await answered).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(4000);
});
