import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { S3Limits } from "../../../src/adapters/storage/s3-clients";
import { s3FileStore } from "../../../src/adapters/storage/s3-file-store";
import { bytesIn } from "../../../src/domain/units/size";
import { until } from "../../support/application/jobs";
import {
  begin,
  large,
  type StallingS3Server,
  silent,
  startStallingS3Server,
} from "../../support/servers/stalling-s3-server";

const usual: S3Limits = { connectWithin: 300, silence: 500, reads: 100, others: 10 };
const size = 16 * bytesIn.mebibyte;

let server: StallingS3Server;
const stores: { close(): void }[] = [];
beforeAll(async () => {
  server = await startStallingS3Server();
});
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  server.drop();
});
afterAll(() => server.stop());

const storeWith = async (limits: Partial<S3Limits> = {}) => {
  const store = await s3FileStore(server.settings, { ...usual, ...limits });
  stores.push(store);
  return store;
};
const opened = async (store: Awaited<ReturnType<typeof storeWith>>): Promise<Readable> => {
  const content = await store.open("a/file");
  if (!(content instanceof Readable)) throw new Error("no file");
  return content.on("error", () => undefined);
};
async function* bytes(length: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(length);
}
const timeOf = async (work: Promise<unknown>): Promise<{ milliseconds: number; error: unknown }> => {
  const begun = performance.now();
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return { milliseconds: performance.now() - begun, error };
};
/** The code by which the rest of the server recognizes an outage. */
const tooLate = expect.objectContaining({ code: "ECONNABORTED", message: expect.stringContaining("S3") });

test("downloads that nobody reads don't hold up uploads", async () => {
  server.behave(large(size));
  const store = await storeWith({ connectWithin: 5000, silence: 5000 });
  const unread = await Promise.all(Array.from({ length: 60 }, () => opened(store)));
  expect(await store.put("a/new", bytes(5))).toBe(5);
  expect(await store.stat("a/file")).toBeDefined();
  const another = await opened(store);
  for (const content of [...unread, another]) content.destroy();
});

test("a request that gets no connection fails in time", async () => {
  server.behave(large(size));
  const store = await storeWith({ reads: 2 });
  const unread = [await opened(store), await opened(store)];
  const { milliseconds, error } = await timeOf(opened(store));
  expect(error).toEqual(tooLate);
  expect(milliseconds).toBeLessThan(1000);
  for (const content of unread) content.destroy();
  (await opened(store)).destroy();
});

describe("a server that accepts requests and doesn't answer", () => {
  const list = async (store: Awaited<ReturnType<typeof storeWith>>) => {
    for await (const _ of store.list("a/"));
  };
  test.each<[string, (store: Awaited<ReturnType<typeof storeWith>>) => Promise<unknown>]>([
    ["put", (store) => store.put("a/new", bytes(5))],
    ["put of several parts", (store) => store.put("a/new", bytes(11 * bytesIn.mebibyte))],
    ["open", (store) => store.open("a/file")],
    ["stat", (store) => store.stat("a/file")],
    ["remove", (store) => store.remove("a/file")],
    ["list", list],
  ])("fails a %s in time, at the first attempt", async (_name, work) => {
    server.behave(silent);
    const store = await storeWith();
    const before = server.requests.length;
    const { milliseconds, error } = await timeOf(work(store));
    expect(error).toEqual(tooLate);
    expect(milliseconds).toBeLessThan(1500);
    expect(server.requests.length - before).toBe(1);
  });

  test("fails what is read of a file in time, and a list", async () => {
    server.behave((request, response) => {
      if (request.url?.includes("list-type")) response.write("<ListBucketResult>");
      else response.writeHead(200, { "Content-Length": 1000 }).write("begun");
    });
    const store = await storeWith();
    const content = await opened(store);
    const read = async () => {
      for await (const _ of content);
    };
    for (const work of [read, () => list(store)]) {
      const { milliseconds, error } = await timeOf(work());
      expect(error).toEqual(tooLate);
      expect(milliseconds).toBeLessThan(1500);
    }
  });

  test("fails an upload whose part it doesn't read, in time", async () => {
    server.behave((request, response) => {
      if (request.url?.includes("uploads")) begin(request, response);
      else if (request.url?.includes("uploadId")) request.pause();
    });
    const store = await storeWith();
    const { milliseconds, error } = await timeOf(store.put("a/new", bytes(11 * bytesIn.mebibyte)));
    expect(error).toEqual(tooLate);
    expect(milliseconds).toBeLessThan(2500);
    // It tries to remove the parts.
    expect(server.requests.at(-1)).toMatch(/^DELETE .*uploadId=one/);
  });
});

test("a transfer that makes progress may take as long as it likes", async () => {
  server.behave((request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, { "Content-Length": 10 });
      const timer = setInterval(() => {
        response.write("x");
      }, 150);
      response.once("close", () => clearInterval(timer));
      return;
    }
    // Reads slower than the request is written.
    const timer = setInterval(() => {
      request.resume();
      setTimeout(() => request.pause(), 5);
    }, 100);
    request.once("end", () => {
      clearInterval(timer);
      response.writeHead(200, { ETag: '"tag"' }).end();
    });
  });
  const store = await storeWith();
  let received = 0;
  for await (const piece of await opened(store)) received += piece.length;
  expect(received).toBe(10);
  expect(await store.put("a/new", bytes(4 * bytesIn.mebibyte))).toBe(4 * bytesIn.mebibyte);
});

test("the reader's own pauses aren't the server's", async () => {
  server.behave(large(size));
  const store = await storeWith();
  const content = await opened(store);
  await once(content, "readable");
  await sleep(2 * usual.silence);
  let received = 0;
  for await (const piece of content) received += piece.length;
  expect(received).toBe(size);
});

test("a reader who stops frees the connection", async () => {
  server.behave(large(size));
  const store = await storeWith();
  await until(() => server.connections() === 0);
  const content = await opened(store);
  expect(server.connections()).toBe(1);
  content.destroy();
  await until(() => server.connections() === 0);
});

test("closing ends the requests in progress, and begins no others", async () => {
  server.behave(silent);
  const store = await storeWith({ silence: 60_000, connectWithin: 60_000 });
  const before = server.requests.length;
  const waiting = [timeOf(store.put("a/new", bytes(5))), timeOf(store.open("a/file"))];
  await until(() => server.requests.length === before + 2);
  store.close();
  for (const { milliseconds, error } of await Promise.all(waiting)) {
    expect(error).toBeInstanceOf(Error);
    expect(milliseconds).toBeLessThan(2000);
  }
  await expect(store.remove("a/new")).rejects.toThrow(/abort/i);
  expect(server.requests.length).toBe(before + 2);
});
