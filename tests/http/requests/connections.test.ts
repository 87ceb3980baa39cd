import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { limitConnections } from "../../../src/adapters/http/admission/connection-limits";
import { createWebServer } from "../../../src/adapters/http/web-server";
import { startServer, type TestServer } from "../../support/http/http-application";

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
  /** Everything the server sent until it closed the connection. */
  readonly ended: Promise<string>;
  isEnded: boolean;
}

const open = async (port: number): Promise<Connection> => {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  const connection = {
    socket,
    isEnded: false,
    ended: new Promise<string>((resolve) => {
      socket.once("close", () => {
        connection.isEnded = true;
        resolve(received);
      });
    }),
  };
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return connection;
};

/**
 * Sends a piece again and again until the connection ends. A server that takes hundreds of them wouldn't ever end
 * it.
 */
const drip = ({ socket, ended }: Pick<Connection, "socket" | "ended">, piece: string, every: number) =>
  new Promise<string>((resolve, reject) => {
    let sent = 0;
    const dripping = setInterval(() => {
      sent += 1;
      if (sent < 500) return void socket.write(piece);
      clearInterval(dripping);
      reject(new Error("The server still takes more"));
    }, every);
    ended.then((response) => {
      clearInterval(dripping);
      resolve(response);
    }, reject);
  });

const statusOf = (response: string): string | undefined => /^HTTP\/1\.1 (\d+)/.exec(response)?.[1];
const head = (more = "") => `POST / HTTP/1.1\r\nHost: x\r\n${more}`;

describe("slow clients:", () => {
  const patience = { head: 300, request: 2000, body: 200, look: 50, idle: 60_000, linger: 300 };
  /** A server that answers once it has the whole body. */
  const reading = (more: Partial<typeof patience> = {}) =>
    createWebServer({ ...patience, ...more }).on("request", (request, response) => {
      request.resume();
      request.once("end", () => response.end("all of it"));
    });

  test("answers an endless head with 408 and the envelope, and closes the connection", async () => {
    const connection = await open(await listening(reading({ request: 600_000 })));
    connection.socket.write(head("X-Slow: "));
    const response = await drip(connection, "x", 20);
    expect(statusOf(response)).toBe("408");
    const [headers = "", body = ""] = response.split("\r\n\r\n");
    expect(headers).toMatch(/^cache-control: no-store\r?$/im);
    expect(JSON.parse(body)).toMatchObject({ result: "error" });
  });

  test("cuts off a client that ignores the 408 and keeps sending its head", async () => {
    const port = await listening(createWebServer(patience));
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).pause();
    sockets.push(socket);
    socket.write(head());
    const ended = new Promise<string>((resolve) => {
      socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
    });
    expect(["ECONNRESET", "EPIPE"]).toContain(await drip({ socket, ended }, "X-More: 1\r\n", 50));
  });

  test("refuses a head of more than 128 KiB", async () => {
    const connection = await open(await listening(reading()));
    connection.socket.write(head(`X-Long: ${"x".repeat(140_000)}\r\n\r\n`));
    expect(statusOf(await connection.ended)).toBe("431");
  });

  test("answers a body that arrives byte by byte with 408, long before the whole request is late", async () => {
    const connection = await open(await listening(reading({ request: 600_000 })));
    connection.socket.write(head("Content-Length: 100000\r\n\r\n"));
    const response = await drip(connection, "x", 20);
    expect(statusOf(response)).toBe("408");
  });

  test("answers a HEAD request whose body is too slow without a body", async () => {
    const connection = await open(await listening(reading({ request: 600_000 })));
    connection.socket.write("HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    const response = await drip(connection, "x", 20);
    expect(response).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\n\r\n$/);
  });

  test("answers a fast body that never ends with 408", async () => {
    const connection = await open(await listening(reading()));
    connection.socket.write(head("Transfer-Encoding: chunked\r\n\r\n"));
    const piece = `2710\r\n${"x".repeat(10_000)}\r\n`;
    const response = await drip(connection, piece, 50);
    expect(statusOf(response)).toBe("408");
  });

  test("waits for a body that the server itself is slow to read", async () => {
    const server = createWebServer({ ...patience, request: 60_000 }).on("request", (request, response) => {
      setTimeout(() => request.resume().once("end", () => response.end("all of it")), 800);
    });
    const connection = await open(await listening(server));
    connection.socket.write(
      head(`Content-Length: 1000000\r\nConnection: close\r\n\r\n${"x".repeat(1_000_000)}`),
    );
    expect(statusOf(await connection.ended)).toBe("200");
  });

  test("a request without a body may take as long as its answer takes", async () => {
    const server = createWebServer(patience).on("request", (_request, response) => {
      setTimeout(() => response.end("late"), 700);
    });
    const connection = await open(await listening(server));
    connection.socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await connection.ended).toMatch(/^HTTP\/1\.1 200[\s\S]*late/);
  });
});

describe("an idle connection", () => {
  test("stays open for longer than proxies keep theirs by default", () => {
    expect(createWebServer().keepAliveTimeout).toBeGreaterThan(60_000);
  });

  test("may be idle for longer than a head may take", async () => {
    const server = createWebServer({
      head: 100,
      request: 2000,
      body: 200,
      look: 20,
      idle: 60_000,
      linger: 300,
    }).on("request", (_request, response) => response.end("answered"));
    const { socket, ended } = await open(await listening(server));
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    await sleep(300);
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect((await ended).match(/200 OK/g)).toHaveLength(2);
  });
});

describe("connections from one network", () => {
  const limited = (trustedProxies: readonly string[]) => {
    const server = createWebServer().on("request", (_request, response) => response.end("hello"));
    limitConnections(server, { perNetwork: 3, trustedProxies });
    return server;
  };

  test("are refused above the limit, and accepted again after one has closed", async () => {
    const port = await listening(limited(["10.0.0.0/8"]));
    const held = [await open(port), await open(port), await open(port)];
    const response = await (await open(port)).ended;
    expect(response).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: 5\r\n/);
    expect(JSON.parse(response.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      result: "error",
      code: "RATE_LIMIT_HIT",
      "retry-after": 5,
    });
    expect(held.map(({ isEnded }) => isEnded)).toEqual([false, false, false]);
    held[0]?.socket.destroy();
    const next = async (): Promise<string | undefined> => {
      const { socket, ended } = await open(port);
      socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      return statusOf(await ended);
    };
    // The server notices the end a moment later.
    while ((await next()) !== "200") await sleep(10);
  });

  test("are at most 20,000 of all networks together", () => {
    expect(createWebServer().maxConnections).toBe(20_000);
  });

  test("are unlimited for a trusted proxy", async () => {
    const port = await listening(limited(["loopback"]));
    const held = await Promise.all(Array.from({ length: 10 }, () => open(port)));
    await sleep(50);
    expect(held.filter(({ isEnded }) => isEnded)).toEqual([]);
  });
});

describe("concurrent requests through a trusted proxy", () => {
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

  test("are limited by the client's network while they run", async () => {
    const polls = await Promise.all(
      ["2001:db8:1:2::1", "2001:db8:1:2::2"].map(async (client) => {
        const { body } = await server.owner.post("/register", { event_types: ["realm_user"] });
        return [client, `/events?queue_id=${body.queue_id}&last_event_id=${body.last_event_id}`] as const;
      }),
    );
    const ending = new AbortController();
    // The questions below take a place for a moment, so that a poll may have to try again.
    const waiting = async (path: string, client: string): Promise<void> => {
      while ((await ask(path, client, ending.signal)).status === 429) await sleep(10);
    };
    const settled = Promise.allSettled(polls.map(([client, path]) => waiting(path, client)));
    // Once both polls have arrived, every other request is refused.
    let refused = await ask("/users/me", "2001:db8:1:2::3");
    for (; refused.status !== 429; refused = await ask("/users/me", "2001:db8:1:2::3")) await sleep(10);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMIT_HIT", "retry-after": 5 });
    expect((await ask("/users/me", "2001:db8:1:3::3")).status).toBe(200);
    expect((await ask("/users/me")).status).toBe(200);
    ending.abort();
    await settled;
    while ((await ask("/users/me", "2001:db8:1:2::3")).status !== 200) await sleep(10);
  });
});

test("expectations that the server doesn't know are ignored", async () => {
  const server = createWebServer().on("request", (_request, response) => response.end("answered"));
  const { socket, ended } = await open(await listening(server));
  socket.write(head("Expect: wonders\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
  expect(await ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered$/);
});

test("a malformed HEAD request gets the status and headers of the refusal, without its body", async () => {
  const { socket, ended } = await open(await listening(createWebServer()));
  socket.write("HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: identity\r\n\r\n");
  expect(await ended).toMatch(/^HTTP\/1\.1 400 [\s\S]*Content-Type: application\/json[\s\S]*\r\n\r\n$/);
});

describe("the chunks of a body", () => {
  const chunkedHead = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
  /** Sends pieces as fast as the server takes them, up to a number, and returns its answer and how many it took. */
  const flood = async (piece: string, most: number, end: string) => {
    const server = createWebServer().on("request", (request, response) => {
      request.resume().once("end", () => response.end("answered"));
    });
    const { socket, ended } = await open(await listening(server));
    socket.write(chunkedHead);
    let pieces = 0;
    for (; pieces < most && socket.writable; pieces += 1)
      if (!socket.write(piece)) await Promise.race([once(socket, "drain").catch(() => {}), ended]);
    socket.write(end);
    return { answer: await ended, megabytes: (pieces * piece.length) / 1e6 };
  };

  test("may not consist of extensions", async () => {
    const { answer, megabytes } = await flood(`1;${"a".repeat(8000)}\r\nx\r\n`, 10_000, "0\r\n\r\n");
    expect(statusOf(answer)).toBe("400");
    expect(answer).toContain('"code":"BAD_REQUEST"');
    expect(megabytes).toBeLessThan(20);
  });

  test("may have one byte each", async () => {
    const { answer } = await flood("1\r\nx\r\n".repeat(1000), 1000, "0\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered/);
  });
});
