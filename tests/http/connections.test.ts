import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { limitConnections } from "../../src/adapters/http/connection-limits";
import { createWebServer } from "../../src/adapters/http/web-server";
import { startServer, type TestServer } from "../support/http-application";

const sockets: Socket[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const listening = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

interface Connection {
  readonly socket: Socket;
  /** All that the server said, once it has ended the connection. */
  readonly ended: Promise<string>;
  isEnded: boolean;
}

const open = async (port: number): Promise<Connection> => {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk;
  });
  socket.on("error", () => {});
  const connection = {
    socket,
    isEnded: false,
    ended: new Promise<string>((resolve) => {
      socket.once("close", () => {
        connection.isEnded = true;
        resolve(said);
      });
    }),
  };
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return connection;
};

const statusOf = (said: string): string | undefined => /^HTTP\/1\.1 (\d+)/.exec(said)?.[1];
const head = (more = "") => `POST / HTTP/1.1\r\nHost: x\r\n${more}`;

describe("slow clients", () => {
  const patience = { head: 300, request: 2000, body: 200, look: 50 };
  /** Answers when it has all of the body. */
  const reading = () =>
    createWebServer(patience).on("request", (request, response) => {
      request.resume();
      request.once("end", () => response.end("all of it"));
    });

  test("a head that doesn't end is answered with 408 and the envelope, and its connection is ended", async () => {
    const connection = await open(await listening(reading()));
    const began = Date.now();
    connection.socket.write(head("X-Slow: "));
    const drip = setInterval(() => connection.socket.write("x"), 20);
    const said = await connection.ended.finally(() => clearInterval(drip));
    expect(statusOf(said)).toBe("408");
    expect(JSON.parse(said.split("\r\n\r\n")[1] ?? "")).toMatchObject({ result: "error" });
    expect(Date.now() - began).toBeLessThan(2000);
  });

  test("so is a body that comes byte by byte", async () => {
    const connection = await open(await listening(reading()));
    const began = Date.now();
    connection.socket.write(head("Content-Length: 100000\r\n\r\n"));
    const drip = setInterval(() => connection.socket.write("x"), 20);
    const said = await connection.ended.finally(() => clearInterval(drip));
    expect(statusOf(said)).toBe("408");
    expect(Date.now() - began).toBeLessThan(1500);
  });

  test("so is one that comes fast enough and never ends", async () => {
    const connection = await open(await listening(reading()));
    connection.socket.write(head("Transfer-Encoding: chunked\r\n\r\n"));
    const piece = `2710\r\n${"x".repeat(10_000)}\r\n`;
    const flow = setInterval(() => connection.socket.write(piece), 50);
    const said = await connection.ended.finally(() => clearInterval(flow));
    expect(statusOf(said)).toBe("408");
  });

  test("a body that the server is slow to read is waited for", async () => {
    const server = createWebServer({ ...patience, request: 60_000 }).on("request", (request, response) => {
      setTimeout(() => request.resume().once("end", () => response.end("all of it")), 800);
    });
    const connection = await open(await listening(server));
    connection.socket.write(
      head(`Content-Length: 1000000\r\nConnection: close\r\n\r\n${"x".repeat(1_000_000)}`),
    );
    expect(statusOf(await connection.ended)).toBe("200");
  });

  test("who asks without a body may wait for an answer as long as it takes", async () => {
    const server = createWebServer(patience).on("request", (_request, response) => {
      setTimeout(() => response.end("late"), 700);
    });
    const connection = await open(await listening(server));
    connection.socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 200[\s\S]*late/);
  });
});

describe("connections of one network", () => {
  const limited = (trustedProxies: readonly string[]) => {
    const server = createWebServer().on("request", (_request, response) => response.end("hello"));
    limitConnections(server, { perNetwork: 3, trustedProxies });
    return server;
  };

  test("are refused beyond the limit, and taken again when one has ended", async () => {
    const port = await listening(limited(["10.0.0.0/8"]));
    const held = [await open(port), await open(port), await open(port)];
    const said = await (await open(port)).ended;
    expect(said).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: 5\r\n/);
    expect(JSON.parse(said.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      result: "error",
      code: "RATE_LIMIT_HIT",
      "retry-after": 5,
    });
    expect(held.map(({ isEnded }) => isEnded)).toEqual([false, false, false]);
    held[0]?.socket.destroy();
    await sleep(50);
    const next = await open(port);
    next.socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(statusOf(await next.ended)).toBe("200");
  });

  test("may be any number where a trusted proxy holds them", async () => {
    const port = await listening(limited(["loopback"]));
    const held = await Promise.all(Array.from({ length: 10 }, () => open(port)));
    await sleep(50);
    expect(held.filter(({ isEnded }) => isEnded)).toEqual([]);
  });
});

describe("requests that a trusted proxy brings", () => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await startServer({ connectionsPerNetwork: 2 });
    await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}/api/v1`;
  });
  afterAll(async () => {
    server.http.closeAllConnections();
    await server.stop();
  });

  const authorization = () =>
    `Basic ${Buffer.from(`${server.owner.email}:${server.owner.apiKey}`).toString("base64")}`;
  const ask = (path: string, client?: string, signal?: AbortSignal) =>
    fetch(`${url}${path}`, {
      headers: { Authorization: authorization(), ...(client !== undefined && { "X-Forwarded-For": client }) },
      ...(signal && { signal }),
    });

  test("are counted by the client's network, as long as they are under way", async () => {
    const polls = await Promise.all(
      ["2001:db8:1:2::1", "2001:db8:1:2::2"].map(async (client) => {
        const { body } = await server.owner.post("/register", { event_types: ["realm_user"] });
        return [client, `/events?queue_id=${body.queue_id}&last_event_id=${body.last_event_id}`] as const;
      }),
    );
    const ending = new AbortController();
    const settled = Promise.allSettled(polls.map(([client, path]) => ask(path, client, ending.signal)));
    await sleep(200);
    const refused = await ask("/users/me", "2001:db8:1:2::3");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMIT_HIT", "retry-after": 5 });
    expect((await ask("/users/me", "2001:db8:1:3::3")).status).toBe(200);
    expect((await ask("/users/me")).status).toBe(200);
    ending.abort();
    await settled;
    await sleep(100);
    expect((await ask("/users/me", "2001:db8:1:2::3")).status).toBe(200);
  });
});
