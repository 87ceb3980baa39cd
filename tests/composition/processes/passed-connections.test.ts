import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import * as E from "fp-ts/Either";
import { createWebServer } from "../../../src/adapters/http/web-server";
import type { ToPrimary, ToWorker } from "../../../src/composition/processes/messages";
import { passedConnections } from "../../../src/composition/processes/passed-connections";
import type { PrimaryLine } from "../../../src/composition/processes/primary-line";

const opened: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.destroy();
});

/** The worker's end of a line, what it sent, and the other end. */
const lineToPrimary = () => {
  const listeners = new Set<(message: ToWorker, socket: Socket | undefined) => void>();
  const sent: ToPrimary[] = [];
  const line: PrimaryLine = {
    send: async (message) => {
      sent.push(message);
    },
    onMessage: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    next: (kind) =>
      new Promise((resolve) => {
        const listener = (message: ToWorker) => {
          if (message.kind === kind) resolve(message as never);
        };
        listeners.add(listener);
      }),
  };
  const say = (message: ToWorker, socket?: Socket): void => {
    for (const listener of [...listeners]) listener(message, socket);
  };
  return { line, sent, say };
};

/** A worker's server, and a primary that passes it what it accepts. */
const passing = async (server: Server) => {
  const { line, sent, say } = lineToPrimary();
  const entrance = passedConnections(line, (error) => {
    throw error;
  });
  const opens = entrance.open(server);
  await Promise.resolve();
  say({ kind: "port", port: E.right(9991) });
  expect(await opens).toBe(9991);
  let ids = 0;
  const accepting = createServer((socket) => {
    ids += 1;
    opened.push(socket);
    say({ kind: "connection", id: ids }, socket);
  });
  await new Promise<void>((resolve) => accepting.listen(0, "127.0.0.1", resolve));
  opened.push({ destroy: () => accepting.close() });
  const { port } = accepting.address() as AddressInfo;
  const client = async () => {
    const socket = connect(port, "127.0.0.1");
    opened.push(socket);
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
    await new Promise((resolve) => socket.once("connect", resolve));
    return { socket, ended };
  };
  return { entrance, sent, say, client };
};

const hello = () => createHttpServer((_request, response) => response.end("hello"));
const request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

test("a worker answers on the connections that it is passed, and reports when they end", async () => {
  const { sent, client } = await passing(hello());
  const { socket, ended } = await client();
  socket.write(request);
  expect(await ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*hello$/);
  while (sent.length < 4) await new Promise((next) => setImmediate(next));
  expect(sent).toEqual([
    { kind: "asks for port" },
    { kind: "opens" },
    { kind: "took", id: 1 },
    { kind: "ended", ids: [1] },
  ]);
});

test("a connection whose client has left is accepted and closed", async () => {
  const { sent, say } = await passing(hello());
  say({ kind: "connection", id: 7 });
  while (sent.length < 4) await new Promise((next) => setImmediate(next));
  expect(sent.slice(2)).toEqual([
    { kind: "took", id: 7 },
    { kind: "ended", ids: [7] },
  ]);
});

test("a head that doesn't arrive times out, as it does on a port of its own", async () => {
  const patience = { head: 200, request: 300_000, body: 30_000, look: 50, idle: 60_000, linger: 5000 };
  const { client } = await passing(createWebServer(patience));
  const { socket, ended } = await client();
  socket.write("GET / HT");
  expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
});

test("closing waits for the connections that are open", async () => {
  const { entrance, client, sent } = await passing(hello());
  const { socket, ended } = await client();
  while (!sent.some(({ kind }) => kind === "took")) await new Promise((next) => setImmediate(next));
  let isClosed = false;
  const { allEnded } = await entrance.close(hello());
  const closed = allEnded.then(() => {
    isClosed = true;
  });
  await new Promise((next) => setImmediate(next));
  expect(isClosed).toBe(false);
  socket.write(request);
  await ended;
  await closed;
});

test("closing without connections is immediate", async () => {
  const { entrance } = await passing(hello());
  await (await entrance.close(hello())).allEnded;
});

test("a port that can't be had fails the start with its line", async () => {
  const { line, say } = lineToPrimary();
  const opens = passedConnections(line, () => undefined).open(hello());
  await Promise.resolve();
  say({ kind: "port", port: E.left("PARLEY_PORT 80 is taken") });
  await expect(opens).rejects.toThrow("PARLEY_PORT 80 is taken");
});
