import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import * as TE from "fp-ts/TaskEither";
import { FileReply } from "../../../../src/adapters/http/reply/file-reply";

const size = 100_000_000;
const longestUnread = 400;
const file = { contentType: "video/mp4", size, name: "video.mp4", isDownload: false, tag: "tag" };

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const connectTo = async (
  content: Readable,
  before: (request: express.Request) => Promise<void> = async () => {},
): Promise<void> => {
  const open = () => TE.right(content);
  const reply = new FileReply({ ...file, modifiedAt: 0, cacheControl: "private", open }, longestUnread);
  server = express()
    .get("/video", (request, response) => before(request).then(() => reply.send(request, response)))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined).pause();
  client.write("GET /video HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(server, "request");
};

/** Endless content, at a chunk each so many milliseconds. */
const contentEvery = (milliseconds: number, bytes = 65_536): Readable =>
  new Readable({
    read() {
      setTimeout(() => this.push(Buffer.alloc(bytes)), milliseconds);
    },
  });

const closed = async (content: Readable): Promise<void> => {
  if (!content.closed) await new Promise((resolve) => content.once("close", resolve));
};

test("a client that reads nothing of a file is disconnected, and the file is closed", async () => {
  const content = contentEvery(0);
  await connectTo(content);
  // What it sends doesn't help it.
  const chatter = setInterval(() => client.write("\r\n"), longestUnread / 4);
  await closed(content);
  clearInterval(chatter);
  expect(content.destroyed).toBe(true);
});

test("a client that reads slowly isn't disconnected, nor one that waits for a slow store", async () => {
  for (const content of [contentEvery(0), contentEvery(1.5 * longestUnread, 10)]) {
    await connectTo(content);
    const end = performance.now() + 4 * longestUnread;
    while (performance.now() < end) {
      client.resume();
      await sleep(5);
      client.pause();
      await sleep(longestUnread / 8);
    }
    expect(content.destroyed).toBe(false);
    client.destroy();
    await closed(content);
    server.close();
  }
});

test("a file that is opened after its client left is closed", async () => {
  const content = contentEvery(0);
  await connectTo(content, async (request) => {
    client.destroy();
    await once(request.socket, "close");
  });
  await closed(content);
});
