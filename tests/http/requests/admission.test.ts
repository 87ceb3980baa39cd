import { request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import request from "supertest";
import { costLimits } from "../../../src/adapters/http/declaration/cost-limits";
import { allEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { aPicture } from "../../support/builders/images";
import {
  type Client,
  type ServerOptions,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: { readonly code?: string; readonly "retry-after"?: number };
}

let server: TestServer;
afterEach(async () => {
  jest.restoreAllMocks();
  await server.stop();
});

const open = async (options: ServerOptions = {}): Promise<void> => {
  server = await startServer(options);
  await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
};

const basic = ({ email, apiKey }: Client) => Buffer.from(`${email}:${apiKey}`).toString("base64");
const portOf = () => (server.http.address() as AddressInfo).port;

/** Sends one request on a new connection. */
const call = (client: Client, method: string, path: string, body = ""): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Basic ${basic(client)}`,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
    };
    const options = { port: portOf(), method, path: `/api/v1${path}`, headers, agent: false };
    const outgoing = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        const text = Buffer.concat(chunks).toString();
        resolve({ status, retryAfter: headers["retry-after"], body: JSON.parse(text) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });

/** However slow the machine is, nobody waits the ten seconds after which a request is refused. */
const waitForever = (): void => {
  const realTimeout = setTimeout;
  jest
    .spyOn(globalThis, "setTimeout")
    .mockImplementation((run, after) => realTimeout(run, after === 10_000 ? 600_000 : after));
};

/** Holds registrations at their database read, and counts those that have reached it. */
const holdRegistrations = () => {
  const { userSnapshots } = server.services;
  const read = userSnapshots.read.bind(userSnapshots);
  let now = 0;
  const seen = { most: 0, begun: 0 };
  const waiting: (() => void)[] = [];
  let isOpen = false;
  userSnapshots.read = async (...asked) => {
    now += 1;
    seen.begun += 1;
    seen.most = Math.max(seen.most, now);
    if (!isOpen) await new Promise<void>((go) => waiting.push(go));
    try {
      return await read(...asked);
    } finally {
      now -= 1;
    }
  };
  return {
    seen,
    letOneGo: () => waiting.shift()?.(),
    letAllGo: () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
};

/** Waits until something is so. Fails at once if it can't become so any more. */
const until = async (isSo: () => boolean, isPossible: () => boolean = () => true): Promise<void> => {
  while (!isSo()) {
    if (!isPossible()) throw new Error("More began than the limits allow");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
/** What all expensive work of the process may take together, in MiB. */
const sharedMebibytes = 380;

test("expensive work of all kinds shares one memory, and everything else goes on while that is taken", async () => {
  await open();
  waitForever();
  const { owner, services } = server;
  const everything = { share: sharedMebibytes, isUrgent: false, startNext: () => {} };
  const queue = (await owner.post("/register")).body;
  for (let count = 0; count < 3; count += 1)
    expect((await call(owner, "POST", "/messages", "type=direct&to=[1]&content=hello")).status).toBe(200);
  services.liveQueues.endHere([{ realmId: server.realmId, id: queue.queue_id }]);
  expect(services.sharedMemory.take(everything)).toBe(true);
  let answered = 0;
  const heavy = [
    call(owner, "GET", "/messages?anchor=newest&num_before=1&num_after=0"),
    call(owner, "POST", "/register"),
    call(
      owner,
      "GET",
      `/events?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}&dont_block=true`,
    ),
    request(server.http)
      .post("/api/v1/users/me/avatar")
      .auth(owner.email, owner.apiKey)
      .attach("file", await aPicture(), "me.png"),
  ].map(async (asked) => {
    const { status } = await asked;
    answered += 1;
    return status;
  });
  for (let count = 0; count < 20; count += 1)
    expect((await call(owner, "GET", "/users/me")).status).toBe(200);
  expect(answered).toBe(0);
  services.sharedMemory.giveBack(everything);
  expect(await Promise.all(heavy)).toEqual([200, 200, 200, 200]);
});

const statusesOf = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const { register } = costLimits;

test("runs a few of 400 concurrent registrations, queues some and answers the rest with 503 and Retry-After", async () => {
  waitForever();
  const limit = { ...register, waiting: 100 };
  await open({ costs: { register: limit } });
  const people: Client[] = [];
  for (let index = 0; index < 40; index += 1) people.push(await server.newMember(`P${index}`));
  const other = await server.newMember("Other");
  const held = holdRegistrations();
  const refused: Answer[] = [];
  const answers = people.flatMap((person) =>
    Array.from({ length: 10 }, async () => {
      const answer = await call(person, "POST", "/register");
      if (answer.status !== 200) refused.push(answer);
      return answer;
    }),
  );
  const most = limit.running + limit.waiting;
  await until(
    () => refused.length === 400 - most,
    () => held.seen.begun <= register.running,
  );
  expect(held.seen.begun).toBe(register.running);
  expect(refused[0]).toMatchObject({
    status: 503,
    retryAfter: "5",
    body: { result: "error", code: "SERVER_BUSY", "retry-after": 5, msg: expect.any(String) },
  });
  const message = "type=channel&to=1&topic=x&content=x";
  expect((await call(other, "GET", "/users/me")).status).toBe(200);
  expect((await call(other, "POST", "/messages", message)).status).toBe(200);
  held.letAllGo();
  expect(statusesOf(await Promise.all(answers))).toEqual({ 200: most, 503: 400 - most });
  expect(held.seen).toEqual({ begun: most, most: register.running });
});

test("a user and their bots sending a hundred registrations don't block another user's", async () => {
  await open();
  const [mallory, ann] = [await server.newMember("Mallory"), await server.newMember("Ann")];
  const { body: created } = await mallory.post("/bots", { full_name: "Helper", short_name: "helper" });
  const bot = server.clientOf({ id: created.user_id, email: "helper-bot@chat.example.com" });
  const held = holdRegistrations();
  const flood = Array.from({ length: 100 }, (_, index) =>
    call(index % 2 === 0 ? mallory : bot, "POST", "/register"),
  );
  const begun = (count: number) =>
    until(
      () => held.seen.begun === count,
      () => held.seen.begun <= count,
    );
  await begun(register.runningEach);
  const first = call(ann, "POST", "/register");
  await begun(register.runningEach + 1);
  held.letAllGo();
  expect((await first).status).toBe(200);
  const most = register.runningEach + register.waitingEach;
  expect(statusesOf(await Promise.all(flood))).toEqual({ 200: most, 503: 100 - most });
});

test("work continues after its client disconnects, and holds its slot until it is done", async () => {
  await open({ costs: { register: { running: 1, runningEach: 1, waiting: 5, waitingEach: 5 } } });
  const [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
  const held = holdRegistrations();
  const socketOf = (client: Client) => {
    const socket = connect(portOf(), "127.0.0.1");
    socket.write(
      `POST /api/v1/register HTTP/1.1\r\nHost: a\r\nAuthorization: Basic ${basic(client)}\r\n\r\n`,
    );
    return socket;
  };
  const disconnected = socketOf(ann);
  await until(() => held.seen.begun === 1);
  const leaving = socketOf(ann);
  const staying = call(ben, "POST", "/register");
  disconnected.destroy();
  leaving.destroy();
  expect((await call(ben, "GET", "/users/me")).status).toBe(200);
  expect(held.seen.begun).toBe(1);
  held.letOneGo();
  await until(() => held.seen.begun === 2);
  held.letAllGo();
  expect((await staying).status).toBe(200);
  // The client that left the queue was never served.
  expect(held.seen).toEqual({ begun: 2, most: 1 });
});

test("limits waiting long polls per user and in total", async () => {
  await open({ costs: { poll: { running: 3, runningEach: 2, waiting: 0, waitingEach: 0 } } });
  const [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
  const poll = async (client: Client) => {
    const { body } = await client.post("/register", { event_types: ["message"] });
    return call(client, "GET", `/events?queue_id=${body.queue_id}&last_event_id=-1`);
  };
  const polls = [poll(ann), poll(ann), poll(ann), poll(ben), poll(ben)];
  const refused: Answer[] = [];
  for (const one of polls) void one.then((answer) => answer.status === 503 && refused.push(answer));
  let arrived = 0;
  server.http.on("request", ({ url = "" }) => {
    if (url.startsWith("/api/v1/events?")) arrived += 1;
  });
  await until(() => arrived === 5);
  // A later request takes the same way, and is answered after the refusals.
  for (let count = 0; count < 20; count += 1) await call(ann, "GET", "/users/me");
  expect(refused).toHaveLength(2);
  const message = { type: "direct", to: [ann.id, ben.id], content: "hello" };
  expect((await ann.post("/messages", message)).status).toBe(200);
  expect(statusesOf(await Promise.all(polls))).toEqual({ 200: 3, 503: 2 });
});

test("reads a few large bodies at a time per user; small bodies and other users don't wait", async () => {
  await open({ costs: { body: { running: 3, runningEach: 2, waiting: 1, waitingEach: 1 } } });
  const [mallory, ann] = [await server.newMember("Mallory"), await server.newMember("Ann")];
  const slow = (client: Client) => {
    const socket = connect(portOf(), "127.0.0.1");
    socket.write(
      `POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nAuthorization: Basic ${basic(client)}\r\n` +
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500000\r\n\r\ncontent=",
    );
    return new Promise<string>((resolve) => {
      socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1", 9, 12)));
      socket.once("close", () => resolve("cut off"));
    }).finally(() => socket.destroy());
  };
  const [first, ...others] = [slow(mallory), slow(mallory), slow(mallory), slow(mallory)];
  expect(await Promise.race([first, ...others])).toBe("503");
  const large = `type=channel&to=1&topic=x&content=${"x".repeat(20_000)}`;
  expect((await call(ann, "POST", "/messages", large)).status).toBe(200);
  expect((await call(mallory, "POST", "/messages", "type=channel&to=1&topic=x&content=x")).status).toBe(200);
  server.http.closeAllConnections();
  await Promise.all([first, ...others]);
});

const none = { running: 0, runningEach: 0, waiting: 0, waitingEach: 0 };

test("every endpoint takes a turn, and so does every other route that reads or checks something", async () => {
  const classes = Object.keys(costLimits).filter((name) => !/body/i.test(name));
  await open({ costs: Object.fromEntries(classes.map((name) => [name, none])) });
  const { email, apiKey } = server.owner;
  const webhook = aUser({ id: 600, bot: newBot("incoming_webhook", server.owner.id) });
  await server.append({ type: "user_created", user: webhook });
  const key = server.clientOf(webhook).apiKey;
  const served: string[] = [];
  const ask = async (method: "get" | "post" | "put" | "patch" | "delete" | "head", path: string) => {
    const { status, body } = await request(server.http)[method](path).auth(email, apiKey);
    if (status !== 503 || (method !== "head" && body.code !== "SERVER_BUSY"))
      served.push(`${method} ${path}: ${status}`);
  };
  const pathOf = (at: string) => at.replace(/\{\+?\w+\}/g, "1");
  for (const { method, at, caller } of allEndpoints(false))
    await ask(method, `/api/v1${pathOf(at)}${caller === "webhook" ? `?api_key=${key}` : ""}`);
  for (const { method, at } of rootEndpoints) await ask(method, pathOf(at));
  for (const path of ["/login", "/account", "/new/x", "/join/x", "/static/generated/emoji/emoji_api.json"])
    await ask("get", path);
  for (const path of ["/login", "/accounts/password/reset", "/account"]) await ask("post", path);
  for (const [method, path] of [
    ["post", "/api/v1/tus"],
    ["patch", "/api/v1/tus/1/a"],
    ["head", "/api/v1/tus/1/a"],
  ] as const)
    await ask(method, path);
  expect(served).toEqual([]);
});

test.each([
  ["password", "post", 0],
  ["anonymous", "get", 0],
  ["unknownBody", "post", 30_000],
] as const)("pages take turns of the class %s", async (name, method, size) => {
  await open({ costs: { [name]: none } });
  const login = (how: "get" | "post", bytes: number) => {
    const asked = request(server.http)[how]("/login");
    return how === "get" ? asked : asked.type("form").send({ username: "x".repeat(bytes) });
  };
  expect((await login(method, size)).status).toBe(503);
  const [other, otherSize] = name === "password" ? (["get", 0] as const) : (["post", 0] as const);
  expect((await login(other, otherSize)).status).not.toBe(503);
});

test("pages of messages take turns of their own, because each may hold twenty megabytes", async () => {
  await open({ costs: { messages: none } });
  const statusOf = async (path: string) => (await call(server.owner, "GET", path)).status;
  expect(await statusOf("/messages?anchor=newest&num_before=1&num_after=0")).toBe(503);
  expect(await statusOf("/messages/matches_narrow?msg_ids=[1]&narrow=[]")).toBe(503);
  expect(await statusOf("/users")).toBe(200);
  const searching = encodeURIComponent('[{"operator":"search","operand":"x"}]');
  expect(await statusOf(`/messages?anchor=newest&num_before=1&num_after=0&narrow=${searching}`)).toBe(200);
  expect(costLimits.messages.running * 21).toBeLessThan(200);
});

test("queues without an initial state take turns of their own, so that a crowd of bots holds up nobody's start", async () => {
  await open({ costs: { register: none } });
  const statusOf = async (parameters: string) =>
    (await call(server.owner, "POST", "/register", parameters)).status;
  expect(await statusOf('event_types=["message"]')).toBe(200);
  expect(await statusOf('event_types=["realm_user"]&fetch_event_types=[]')).toBe(200);
  expect(await statusOf("")).toBe(503);
  expect(await statusOf('event_types=["message"]&fetch_event_types=["realm_user"]')).toBe(503);
});

test("the OpenAPI document takes a turn, as everything that needs no login does", async () => {
  const full = { running: 0, runningEach: 0, waiting: 0, waitingEach: 0 };
  await open({ costs: { anonymous: full } });
  await request(server.http).get("/api/v1/openapi.json").expect(503);
  await request(server.http).get("/health").expect(200);
});

test("nobody's requests hold all database connections for reading, and others' go on meanwhile", async () => {
  await open();
  waitForever();
  const { owner, services } = server;
  const ben = await server.newMember("Ben");
  const { userData, messages } = services;
  const holding = { now: 0, byOwner: 0 };
  const waiting: (() => void)[] = [];
  const hold = async (userId: number): Promise<void> => {
    if (userId !== owner.id) return;
    holding.now += 1;
    await new Promise<void>((go) => waiting.push(go));
    holding.now -= 1;
  };
  const read = { drafts: userData.drafts.bind(userData), reminders: userData.reminders.bind(userData) };
  userData.drafts = (...asked) => hold(asked[1]).then(() => read.drafts(...asked));
  userData.reminders = (...asked) => hold(asked[1]).then(() => read.reminders(...asked));
  const heads = messages.heads.bind(messages);
  messages.heads = async (...asked) => {
    const { scope } = asked[1];
    if (scope.kind === "received") await hold(scope.userId);
    return heads(...asked);
  };
  const page = "/messages?anchor=newest&num_before=1&num_after=0";
  const slow = ["/drafts", "/reminders", page].flatMap((path) =>
    Array.from({ length: 10 }, () => call(owner, "GET", path)),
  );
  await until(() => holding.now === costLimits.reading.runningEach);
  for (const path of ["/drafts", "/reminders", page, "/users/me"])
    expect((await call(ben, "GET", path)).status).toBe(200);
  expect((await call(owner, "POST", "/messages", "type=direct&to=[1]&content=hello")).status).toBe(200);
  expect(holding.now).toBe(costLimits.reading.runningEach);
  const letAllGo = setInterval(() => {
    for (const go of waiting.splice(0)) go();
  }, 1);
  expect(statusesOf(await Promise.all(slow))).toEqual({ 200: slow.length });
  clearInterval(letAllGo);
});
