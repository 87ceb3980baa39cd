import fs from "node:fs/promises";
import { type IncomingMessage, request as send } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import pino from "pino";
import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { postgresCounts } from "../../../src/adapters/security/postgres-counts";
import type { SharedCalls } from "../../../src/application/admission/shared-calls";
import { LiveQueues } from "../../../src/application/queues/live-queues";
import { createRealm } from "../../../src/application/realm/create-realm";
import { siteAddress } from "../../../src/composition/components/site-address";
import { compose } from "../../../src/composition/compose";
import { type Running, startAll } from "../../../src/composition/lifecycle/lifecycle";
import { serverComponents } from "../../../src/composition/server-components";
import { readConfig } from "../../../src/config/config";
import { networkOf } from "../../../src/domain/realm/network";
import { newDataDir } from "../../support/program/child-server";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

/** A process as `main` starts it: its limits work because of how its parts are connected. */
interface ServedProcess {
  readonly port: number;
  /** Counts calls on all nodes. */
  readonly otherNodes: SharedCalls | undefined;
  compareClocks(): Promise<void>;
  stop(): Promise<void>;
}

const stale = { for: 0 };
/** How far the clock of the process is ahead, in milliseconds. */
const skew = { by: 0 };
const throwing = ({ err }: { readonly err: unknown }): void => {
  throw err;
};

const serve = async (database: TestDatabase, dataDir: string, proxies: string): Promise<ServedProcess> => {
  const read = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_SECRET: "a secret of thirty-two characters or more",
    PARLEY_URL: "http://chat.example.com",
    PARLEY_PORT: "0",
    PARLEY_TRUSTED_PROXIES: proxies,
    PARLEY_CONNECTIONS_PER_NETWORK: "3",
    PARLEY_CALLS_PER_MINUTE: "100",
    DATABASE_URL: "postgres://the.server.of.the.tests/parley",
  });
  if (read._tag === "Left") throw new Error(read.left);
  const config = read.right;
  const storage = {
    name: "database",
    db: database.db,
    connection: () => database.connection,
    failed: new Promise<string>(() => {}),
    start: async () => {},
    stop: async () => {},
  };
  const site = siteAddress({ ...config, url: undefined });
  const application = await compose(config, storage, {
    onError: (error) => throwing({ err: error }),
    clock: { now: () => Date.now() + skew.by },
    print: () => {},
    siteUrl: () => "http://chat.example.com",
    makeRenderer: inThreadRenderer,
    passwordStrength: { ...zxcvbnStrength, close: async () => undefined },
  });
  const running: Running = await startAll(
    serverComponents({
      config,
      storage,
      application: { ...application, staleFor: () => stale.for },
      site: { ...site, url: () => "http://chat.example.com" },
      webFolder: join(dataDir, "no-web-client"),
      logger: pino({ level: "silent" }),
      onError: (error) => throwing({ err: error }),
    }),
    throwing,
  );
  const founded = await createRealm(application.services)({
    name: "Example",
    subdomain: "",
    ownerEmail: "owner@example.com",
    ownerName: "Olive Owner",
    ownerPassword: "correct horse battery staple",
  })();
  if (founded._tag === "Left") throw new Error(founded.left.message);
  return {
    port: Number(new URL(site.listensAt()).port),
    otherNodes: application.otherNodes,
    compareClocks: () => application.clockWatch.compare(),
    stop: async () => {
      await running.stop();
    },
  };
};

let database: TestDatabase;
const folder = newDataDir();
let served: ServedProcess;
const sockets: Socket[] = [];

const start = async (proxies: string): Promise<void> => {
  database = await createTestDatabase();
  served = await serve(database, join(folder.path, proxies), proxies);
};
const stop = async (): Promise<void> => {
  await served.stop();
  await database.destroy();
};
afterEach(() => {
  stale.for = 0;
  skew.by = 0;
  jest.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => folder.remove());

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly msg: string; readonly code?: string };
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const host = { Host: "chat.example.com", ...headers };
    send({ port: served.port, path, headers: host, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: JSON.parse(text) });
      });
    })
      .on("error", reject)
      .end();
  });

const open = async (): Promise<Socket> => {
  const socket = connect(served.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return socket;
};

/** Whether the port takes a new connection. */
const accepts = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(served.port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

describe("reached directly, a process", () => {
  beforeAll(() => start("10.9.9.9"));
  afterAll(stop);

  test("stays ready while its clock differs from the database's, because nobody knows which of them is wrong", async () => {
    skew.by = 120_000;
    await expect(served.compareClocks()).rejects.toThrow("Synchronize both with NTP");
    expect((await get("/ready")).status).toBe(200);
    skew.by = 0;
    await served.compareClocks();
  });

  test("isn't ready without room on the disk of its data folder, or once it is behind the log", async () => {
    expect((await get("/ready")).status).toBe(200);
    const measured = jest.spyOn(fs, "statfs");
    measured.mockResolvedValue({ bavail: 1, bsize: 4096 } as never);
    expect(await get("/ready")).toMatchObject({ status: 503, body: { msg: "The server's disk is full." } });
    expect(measured).toHaveBeenCalledWith(join(folder.path, "10.9.9.9"));
    measured.mockRestore();
    const reach = jest.spyOn(database.db.client, "acquireConnection").mockRejectedValue(new Error("gone"));
    expect(await get("/ready")).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
    reach.mockRestore();
    stale.for = 60_000;
    expect(await get("/ready")).toMatchObject({
      status: 503,
      body: { msg: expect.stringMatching(/changes/) },
    });
  });

  test.each([
    ["early", "/api/v1/users/me"],
    ["by Express", "/api/v1/users/1"],
  ])("believes no forwarded address or host of anybody, in requests answered %s", async (_how, path) => {
    const left: number[] = [];
    for (const address of ["203.0.113.1", "198.51.100.2", "192.0.2.3"]) {
      const { status, headers } = await get(path, {
        Authorization: `Basic ${Buffer.from("owner@example.com:wrong").toString("base64")}`,
        "X-Forwarded-For": address,
        "X-Forwarded-Host": "nowhere.chat.example.com",
      });
      // For an organization that doesn't exist, it would be 404.
      expect(status).toBe(401);
      expect(headers["x-ratelimit-limit"]).toBe("100");
      left.push(Number(headers["x-ratelimit-remaining"]));
    }
    const [first = 0] = left;
    expect(left).toEqual([first, first - 1, first - 2]);
  });

  test("counts the calls that a caller makes at other nodes", async () => {
    const callsLeft = async () => Number((await get("/api/v1/users/me")).headers["x-ratelimit-remaining"]);
    const minute = Math.floor(Date.now() / 60_000);
    // The test may run into the next minute.
    const names = [minute, minute + 1].map((one) => `${one} at ${networkOf("127.0.0.1")}`);
    const before = await callsLeft();
    await postgresCounts(database.db).add(new Map(names.map((name) => [name, 50])));
    let after = before;
    for (let call = 0; call < 5 && after > before - 50; call += 1) {
      await served.otherNodes?.exchange();
      after = await callsLeft();
    }
    expect(after).toBeLessThan(before - 50);
  });

  test("answers no polls while clients connect", async () => {
    const gaveWay = jest.spyOn(LiveQueues.prototype, "giveWay");
    await get("/health");
    await get("/health");
    expect(gaveWay).toHaveBeenCalledTimes(2);
  });

  test("refuses a network's connections above the configured number", async () => {
    for (let count = 0; count < 6; count += 1) await open();
    expect(await get("/health")).toMatchObject({ status: 429, body: { code: "RATE_LIMIT_HIT" } });
  });
});

test("a process that stops isn't ready for requests on connections that it still serves", async () => {
  await start("10.9.9.9");
  const socket = await open();
  // A connection with half a request survives the end of the port.
  socket.write("GET /ready HTTP/1.1\r\n");
  await get("/health");
  const answer = new Promise<string>((resolve) => {
    socket.setEncoding("utf8").once("data", resolve);
  });
  const stopped = served.stop();
  while (await accepts());
  socket.write("Host: chat.example.com\r\n\r\n");
  expect(await answer).toMatch(/^HTTP\/1.1 503 [\s\S]*The server is shutting down\./);
  await stopped;
  await database.destroy();
});

describe("behind its proxy, a process", () => {
  beforeAll(() => start("loopback"));
  afterAll(stop);

  test.each([
    ["early", "/api/v1/fetch_api_key", "203.0.113.1"],
    ["by Express", "/login", "203.0.113.2"],
  ])(
    "counts requests under way, answered %s, by the network that the proxy names",
    async (_how, path, network) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: chat.example.com\r\nX-Forwarded-For: ${network}\r\n`;
      const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n";
      const arrived: Promise<void>[] = [];
      for (let count = 0; count < 3; count += 1) {
        const socket = await open();
        socket.write(`${head}Expect: 100-continue\r\n${form}`);
        arrived.push(new Promise((resolve) => socket.once("data", () => resolve())));
      }
      await Promise.all(arrived);
      const from = (address: string) => get("/api/v1/server_settings", { "X-Forwarded-For": address });
      expect(await from(network)).toMatchObject({ status: 429, body: { code: "RATE_LIMIT_HIT" } });
      expect((await from("203.0.113.3")).status).toBe(200);
    },
  );
});
