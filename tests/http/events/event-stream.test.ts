import { once } from "node:events";
import { get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import request from "supertest";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { aUser } from "../../support/builders/entities";
import { failure } from "../../support/http/event-queue";
import { aBrowser, bySession, fill } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer({ logged: () => {} });
  [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
  server.http.listen(0, "127.0.0.1");
  await once(server.http, "listening");
});
afterAll(async () => {
  server.http.closeAllConnections();
  await server.stop();
});

interface EncodedEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly content: string };
  readonly op?: string;
  readonly person?: { readonly user_id: number };
}

/** Reads an event stream like a browser. */
class Stream {
  private text = "";
  readonly events: EncodedEvent[] = [];
  isOver = false;
  private changed: () => void = () => {};

  constructor(readonly response: IncomingMessage) {
    response.setEncoding("utf8").on("data", (chunk: string) => this.take(chunk));
    response.on("close", () => {
      this.isOver = true;
      this.changed();
    });
  }

  private take(chunk: string): void {
    this.text += chunk;
    const blocks = this.text.split("\n\n");
    this.text = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = /^id: (\d+)\ndata: (.*)$/.exec(block);
      if (found === null) continue;
      const event = JSON.parse(found[2] ?? "") as EncodedEvent;
      expect(event.id).toBe(Number(found[1]));
      this.events.push(event);
    }
    this.changed();
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.changed = resolve;
      });
  }

  contents(): readonly (string | undefined)[] {
    return this.events.flatMap(({ type, message }) => (type === "message" ? [message?.content] : []));
  }
}

const address = (http: Server) => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

const signed = ({ email, apiKey }: Client) => ({
  Authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`,
});

const open = (
  query: object,
  headers: Readonly<Record<string, string>>,
  path = "/api/v1/events/stream",
): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const parameters = new URLSearchParams(query as Record<string, string>);
    get(`${address(server.http)}${path}?${parameters}`, { headers, agent: false }, (response) =>
      resolve(new Stream(response)),
    ).on("error", reject);
  });

const register = async (client: Client) => {
  const { body } = await client.post("/register", { event_types: ["message"], fetch_event_types: [] });
  return { queue_id: body.queue_id as string, last_event_id: String(body.last_event_id) };
};

const say = (to: Client, content: string) =>
  ben.post("/messages", { type: "direct", to: [to.id], content }).expect(200);

test("streams events with their ids as they happen, with headers that keep proxies from buffering", async () => {
  const stream = await open(await register(ann), signed(ann));
  expect(stream.response.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  expect(stream.response.headers["content-encoding"]).toBeUndefined();
  for (const content of ["one", "two", "three"]) {
    await say(ann, content);
    await stream.until(() => stream.contents().includes(content));
  }
  expect(stream.contents()).toEqual(["one", "two", "three"]);
  const ids = stream.events.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  stream.response.destroy();
});

test("a client that reconnects with Last-Event-ID misses nothing, any number of times", async () => {
  const queue = await register(ann);
  const first = await open(queue, signed(ann));
  for (const content of ["a", "b", "c"]) await say(ann, content);
  await first.until(() => first.contents().length === 3);
  const seen = first.events.find(({ message }) => message?.content === "a")?.id;
  first.response.destroy();
  await say(ann, "d");
  for (const header of [{ "Last-Event-ID": String(seen) }, { "Last-Event-ID": queue.last_event_id }]) {
    const again = await open(queue, { ...signed(ann), ...header });
    await again.until(() => again.contents().includes("d"));
    const all = ["a", "b", "c", "d"];
    expect(again.contents()).toEqual(header["Last-Event-ID"] === queue.last_event_id ? all : all.slice(1));
    again.response.destroy();
  }
});

test("an empty Last-Event-ID names no event", async () => {
  const queue = await register(ann);
  await say(ann, "first");
  const stream = await open(queue, { ...signed(ann), "Last-Event-ID": "" });
  await stream.until(() => stream.contents().includes("first"));
  stream.response.destroy();
});

test("a HEAD request for a stream or a poll ends no other and returns at once", async () => {
  const queue = await register(ann);
  const stream = await open(queue, signed(ann));
  const head = (path: string, by: Client, query: object) =>
    request(server.http).head(`/api/v1${path}`).auth(by.email, by.apiKey).query(query);
  for (const path of ["/events", "/events/stream"]) {
    expect((await head(path, ann, queue)).status).toBe(200);
    expect((await head(path, ann, { queue_id: "nowhere" })).status).toBe(400);
    expect((await head(path, ben, queue)).status).toBe(400);
  }
  const { headers } = await head("/events/stream", ann, queue);
  expect(headers).toMatchObject({ "content-type": "text/event-stream", "x-accel-buffering": "no" });
  await say(ann, "still here");
  await stream.until(() => stream.contents().includes("still here"));
  stream.response.destroy();
});

test("a stream and a poll deliver the same events with the same ids", async () => {
  const queue = await register(ann);
  for (const content of ["p", "q"]) await say(ann, content);
  const stream = await open(queue, signed(ann));
  await stream.until(() => stream.contents().length === 2);
  const { body } = await ann.get("/events", { ...queue, dont_block: true });
  expect(stream.events).toEqual(body.events);
});

test("a new stream or poll of the queue ends the previous stream", async () => {
  const queue = await register(ann);
  const first = await open(queue, signed(ann));
  const second = await open(queue, signed(ann));
  await first.until(() => first.isOver);
  await say(ann, "to the second");
  await second.until(() => second.contents().includes("to the second"));
  expect(first.contents()).toEqual([]);
  await ann.get("/events", { ...queue, dont_block: true }).expect(200);
  await second.until(() => second.isOver);
});

describe("for a guest who sees only people of their channels", () => {
  const channelCount = 60;
  const people = Array.from({ length: channelCount }, (_, index) =>
    aUser({ id: 1001 + index, email: `fellow${index}@example.com` }),
  );
  const guest = aUser({ id: 2000, email: "guest@example.com", role: "guest" });
  const name = (index: number) => `channel ${index}`;
  const moved = { send_new_subscription_messages: false, principals: [guest.id] };
  const join = (index: number) =>
    server.owner.post("/users/me/subscriptions", { subscriptions: [{ name: name(index) }], ...moved });
  const leave = (index: number) =>
    server.owner.delete("/users/me/subscriptions", { subscriptions: [name(index)], ...moved });

  beforeAll(async () => {
    await server.append(...[guest, ...people].map((user) => ({ type: "user_created", user }) as const));
    const limited = { can_access_all_users_group: { new: systemGroupId("role:members") } };
    await server.owner.patch("/realm", limited).expect(200);
    for (const [index, { id }] of people.entries())
      await server.owner
        .post("/users/me/subscriptions", { subscriptions: [{ name: name(index) }], principals: [id] })
        .expect(200);
  });

  const queueOf = async (client: Client) => {
    const types = { event_types: ["realm_user"], fetch_event_types: [] };
    const { body } = await client.post("/register", types).expect(200);
    return { queue_id: body.queue_id as string, last_event_id: String(body.last_event_id) };
  };

  /**
   * More changes of the people that the guest sees than one answer has: half of the channels joined, then left, then
   * the others.
   */
  const moveAbout = async () => {
    for (let index = 0; index < channelCount; index += 2) await join(index).expect(200);
    for (let index = 0; index < channelCount; index += 2) await leave(index).expect(200);
    for (let index = 1; index < channelCount; index += 2) await join(index).expect(200);
  };
  const [even, odd] = [0, 1].map((first) => people.flatMap(({ id }, at) => (at % 2 === first ? [id] : [])));
  const expected = [
    ...(even ?? []).map((id) => `add ${id}`),
    ...(even ?? []).map((id) => `remove ${id}`),
    ...(odd ?? []).map((id) => `add ${id}`),
  ];
  const said = ({ op, person }: EncodedEvent) => `${op} ${person?.user_id}`;
  const ofPeople = (events: readonly EncodedEvent[]) => events.filter(({ type }) => type === "realm_user");

  test("polls and streams report each change once, however many there are", async () => {
    const client = server.clientOf(guest);
    const [polled, streamed, live] = [await queueOf(client), await queueOf(client), await queueOf(client)];
    const following = await open(live, signed(client));
    await moveAbout();
    const late = await open(streamed, signed(client));
    await late.until(() => ofPeople(late.events).length >= expected.length);
    expect(ofPeople(late.events).map(said)).toEqual(expected);
    await following.until(() => ofPeople(following.events).length >= expected.length);
    expect(ofPeople(following.events).map(said)).toEqual(expected);
    const answers: (readonly EncodedEvent[])[] = [];
    let lastId = polled.last_event_id;
    do {
      const query = { queue_id: polled.queue_id, last_event_id: lastId, dont_block: true };
      const { body } = await client.get("/events", query).expect(200);
      answers.push(body.events);
      lastId = String(body.events.at(-1)?.id ?? lastId);
    } while (answers.at(-1)?.length !== 0);
    expect(answers.length).toBeGreaterThan(3);
    expect(ofPeople(answers.flat()).map(said)).toEqual(expected);
    for (const { events } of [late, following]) {
      const ids = events.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    }
    late.response.destroy();
    following.response.destroy();
  });
});

test("refuses the same requests as polling does", async () => {
  const queue = await register(ann);
  const path = "/events/stream";
  expect((await ann.get(path)).body).toEqual(
    failure("Missing 'queue_id' argument", "REQUEST_VARIABLE_MISSING", { var_name: "queue_id" }),
  );
  expect((await ann.get(path, { queue_id: "nowhere" })).body).toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
  const { body, status } = await ben.get(path, queue);
  expect([status, body.msg]).toEqual([400, "You are not authorized to get events from this queue"]);
  expect((await ann.get(path, queue).set("Last-Event-ID", "x")).body).toMatchObject({
    var_name: "Last-Event-ID",
  });
  const nobody = await open(queue, {});
  expect(nobody.response.statusCode).toBe(401);
});

describe("a stream ends at once", () => {
  const waiting = async (name: string) => {
    const client = await server.newMember(name);
    const queue = await register(client);
    return { client, queue, stream: await open(queue, signed(client)) };
  };

  test("when its key is renewed", async () => {
    const { client, stream } = await waiting("Carl");
    await client.post("/users/me/api_key/regenerate").expect(200);
    await say(client, "nobody hears this");
    await stream.until(() => stream.isOver);
    expect(stream.contents()).toEqual([]);
  });

  test("when its account is deactivated", async () => {
    const { client, stream } = await waiting("Dora");
    await server.owner.delete(`/users/${client.id}`).expect(200);
    await stream.until(() => stream.isOver);
  });

  test("when its queue is deleted", async () => {
    const { client, queue, stream } = await waiting("Emil");
    await client.delete("/events", { queue_id: queue.queue_id }).expect(200);
    await stream.until(() => stream.isOver);
  });

  test("when its session ends", async () => {
    const fay = await server.newMember("Fay");
    const browser = aBrowser(server);
    const { headers } = await fill(browser, "/login", { username: fay.email, password: ownerPassword });
    const cookies = [headers["set-cookie"] ?? []].flat().map((cookie: string) => cookie.split(";")[0]);
    const client = await bySession(browser);
    const types = { event_types: '["message"]', fetch_event_types: "[]" };
    const { body } = await client.post("/register", types).expect(200);
    const stream = await open(
      { queue_id: body.queue_id, last_event_id: body.last_event_id },
      { Cookie: cookies.join("; "), Host: "chat.example.com" },
      "/json/events/stream",
    );
    expect(stream.response.statusCode).toBe(200);
    await say(fay, "still here");
    await stream.until(() => stream.contents().includes("still here"));
    await fay.delete("/users/me/sessions").expect(200);
    await say(fay, "nobody hears this");
    await stream.until(() => stream.isOver);
    expect(stream.contents()).toEqual(["still here"]);
  });
});

describe("a read that fails for a pending event", () => {
  const failure = Object.assign(new Error("terminating connection"), { code: "57P01" });
  const edited = async () => {
    const types = { event_types: ["update_message"], fetch_event_types: [] };
    const { body } = await ann.post("/register", types).expect(200);
    const { body: sent } = await say(ann, "before");
    await ben.patch(`/messages/${sent.id}`, { content: "after" }).expect(200);
    return { queue_id: body.queue_id as string, last_event_id: String(body.last_event_id) };
  };

  test.each([
    ["a stream", "/events/stream", {}],
    ["a poll", "/events", { dont_block: true }],
  ])("is answered by %s as unavailable, and its client can return", async (_, path, more) => {
    const queue = await edited();
    jest.spyOn(server.services.eventReads, "flagsOf").mockRejectedValueOnce(failure as never);
    const { status, body } = await ann.get(path, { ...queue, ...more });
    expect([status, body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    const again = await open(queue, signed(ann));
    await again.until(() => again.events.length > 0);
    expect(again.events.map(({ type }) => type)).toEqual(["update_message"]);
    again.response.destroy();
  });

  test.each([
    ["a stream", "/events/stream", {}],
    ["a poll", "/events", { dont_block: true }],
  ])("for %s is answered as a bug if it throws, instead of never", async (_, path, more) => {
    const queue = await edited();
    jest.spyOn(server.services.eventReads, "flagsOf").mockImplementationOnce(() => {
      throw new Error("a bug");
    });
    expect((await ann.get(path, { ...queue, ...more })).status).toBe(500);
  });
});

test("a poll whose answer can't be encoded is answered as a bug, instead of never", async () => {
  const queue = await register(ann);
  await ben.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" }).expect(200);
  jest.spyOn(server.services.topicLinks, "linksIn").mockImplementation(() => {
    throw new Error("a bug");
  });
  expect((await ann.get("/events", { ...queue, dont_block: true })).status).toBe(500);
});
