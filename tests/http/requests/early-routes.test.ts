import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { costLimits } from "../../../src/adapters/http/declaration/cost-limits";
import { bySession, loggedIn } from "../../support/http/forms";
import { type Client, httpOn, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let early: Server;
let slow: Server;
let ann: Client;
let ben: Client;
let deactivated: Client;
let queueId: string;
let lastEventId: number;

const callsPerMinute = 150;

const listening = async (skipsExpress: boolean): Promise<Server> => {
  const http = httpOn({
    ...server,
    skipsExpress,
    uploads: { fileMib: 1, realmMib: null },
    isDevelopment: false,
    limit: { callsPerMinute },
    costs: costLimits,
    connectionsPerNetwork: 1,
    logger: { error: () => {} },
    askDatabase: async () => {},
    webFolder: join(server.dataDir, "no-web-client"),
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  return http;
};

beforeAll(async () => {
  server = await startServer();
  [ann, ben, deactivated] = [
    await server.newMember("Ann"),
    await server.newMember("Ben"),
    await server.newMember("Gus"),
  ];
  await server.owner.delete(`/users/${deactivated.id}`);
  const { body } = await ann.post("/register", { event_types: ["message"], fetch_event_types: [] });
  queueId = body.queue_id;
  lastEventId = body.last_event_id;
  await ben.post("/messages", { type: "direct", to: [ann.id], content: "**hello**" });
  [early, slow] = [await listening(true), await listening(false)];
});
afterAll(async () => {
  for (const http of [early, slow]) {
    http.close();
    http.closeAllConnections();
  }
  await server.stop();
});

const basic = ({ email, apiKey }: Pick<Client, "email" | "apiKey">): string =>
  `Authorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;

/** Every byte of the answer except the date. */
const answerOf = async (http: Server, sent: string): Promise<string> => {
  const socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
  socket.write(sent);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString()
    .replace(/^Date: .*$/gm, "Date: now")
    .replace(/^X-RateLimit-Reset: \d+/gm, "X-RateLimit-Reset: soon");
};

const head = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, "Host: chat.example.com", "Connection: close", ...headers, "", ""].join("\r\n");

const withForm = (line: string, form: string, ...headers: readonly string[]): string =>
  head(
    line,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${Buffer.byteLength(form)}`,
    ...headers,
  ) + form;

/** Raw requests by what they test. */
const requests = (): Readonly<Record<string, string>> => {
  const events = `/api/v1/events?queue_id=${queueId}&last_event_id=${lastEventId}&dont_block=true`;
  const key = basic(ann);
  return {
    "an event": head(`GET ${events}`, key),
    "the same again from a cached caller": head(`GET ${events}`, key),
    "an unknown parameter": head(`GET ${events}&b=1&a=2`, key),
    "a parameter given twice": head(`GET ${events}&dont_block=false&dont_block=true`, key),
    "percent-encoded names": head(`GET ${events.replace("queue_id", "queue%5Fid")}`, key),
    "broken percent-encoding": head(`GET ${events}&x=%zz%`, key),
    "a plus sign": head(`GET ${events}&a+b=c+d`, key),
    "no queue": head("GET /api/v1/events", key),
    "an empty query": head("GET /api/v1/events?", key),
    "an unknown queue": head("GET /api/v1/events?queue_id=nowhere&last_event_id=-1", key),
    "a queue whose name is too long": head(`GET /api/v1/events?queue_id=${"q".repeat(20_000)}`, key),
    "a null byte": head("GET /api/v1/events?queue_id=%00", key),
    "a malformed id": head(`GET ${events.replace(/last_event_id=\d+/, "last_event_id=x")}`, key),
    "an id beyond the log": head(`GET ${events.replace(/last_event_id=\d+/, "last_event_id=-5")}`, key),
    "somebody else's queue": head(`GET ${events}`, basic(ben)),
    "a wrong key": head(`GET ${events}`, basic({ email: ann.email, apiKey: "x".repeat(32) })),
    "no key at all": head(`GET ${events}`),
    "a malformed key": head(`GET ${events}`, basic({ email: ann.email, apiKey: "short" })),
    "another scheme": head(`GET ${events}`, "Authorization: Bearer abc"),
    "broken credentials": head(`GET ${events}`, "Authorization: Basic ???"),
    "a deactivated account": head(`GET ${events}`, basic(deactivated)),
    "by a proxy for somebody": head(`GET ${events}`, key, "X-Forwarded-For: 203.0.113.9"),
    "by a proxy from another host": head(`GET ${events}`, key, "X-Forwarded-Host: other.example.com"),
    "by another host": head(`GET ${events}`, key).replace("Host: chat.", "Host: other."),
    "no host": head(`GET ${events}`, key).replace("Host: chat.example.com\r\n", ""),
    "the head alone": head(`HEAD ${events}`, key),
    "another method": head(`PUT ${events}`, key),
    "what may be done": head(`OPTIONS ${events}`, key),
    "a slash more": head(`GET ${events.replace("?", "/?")}`, key),
    "two slashes": head(`GET /${events}`, key),
    capitals: head(`GET ${events.replace("/events", "/Events")}`, key),
    "a whole address": head(`GET http://chat.example.com${events}`, key),
    "a fragment": head(`GET ${events}#end`, key),
    "a form along with it": withForm(`GET /api/v1/events`, `queue_id=${queueId}&dont_block=true`, key),
    "a body that is no form": `${head(`GET ${events}`, key, "Content-Type: text/plain", "Content-Length: 2")}ab`,
    "a key of webhooks in the address": head("GET /api/v1/external/github?api_key=abc", key),
    oneself: head("GET /api/v1/users/me", key),
    "what anyone may ask": head("GET /api/v1/server_settings"),
    "a message without a recipient": withForm("POST /api/v1/messages", "type=direct&content=x", key),
    "a message to nobody": withForm("POST /api/v1/messages", "type=direct&to=[99999]&content=x", key),
    "a form that isn't UTF-8": withForm("POST /api/v1/messages", "type=direct&content=%ff", key),
    "a body that is no form, where one is needed": `${head("POST /api/v1/messages", key, "Content-Type: application/json", "Content-Length: 2")}{}`,
    "too large a form": head(
      "POST /api/v1/messages",
      key,
      "Content-Type: application/x-www-form-urlencoded",
      "Content-Length: 90000000",
    ),
    "what only owners may": withForm("PATCH /api/v1/realm", "name=x", key),
    "an answer with words of its own": withForm("POST /api/v1/zcommand", "command=/ping", key),
    "a queue of nobody's": withForm("DELETE /api/v1/events", "queue_id=nowhere", key),
  };
};

test("an early answer equals Express's answer byte for byte", async () => {
  for (const [what, sent] of Object.entries(requests())) {
    const [fast, full] = [await answerOf(early, sent), await answerOf(slow, sent)];
    expect({ what, answer: fast }).toEqual({ what, answer: full });
    expect(fast).toMatch(/^HTTP\/1.1 \d{3} /);
  }
});

test("refuses calls above the rate limit with the same bytes", async () => {
  const events = head("GET /api/v1/users/me", basic(ben));
  const both = [];
  for (const http of [early, slow]) {
    let last = "";
    for (let call = 0; call <= callsPerMinute && !last.includes(" 429 "); call += 1)
      last = await answerOf(http, events);
    expect(last).toMatch(/^HTTP\/1.1 429 Too Many Requests/);
    both.push(last.replace(/"retry-after":[\d.]+/, "").replace(/^(Retry-After|Content-Length): \d+/gm, ""));
  }
  expect(both[0]).toBe(both[1]);
});

describe("a cached caller is refused at once", () => {
  const status = async (client: Client): Promise<number> =>
    Number((await answerOf(early, head("GET /api/v1/users/me", basic(client)))).split(" ")[1]);
  const known = async (name: string): Promise<Client> => {
    const client = await server.newMember(name);
    expect([await status(client), await status(client)]).toEqual([200, 200]);
    return client;
  };

  test("after their key is renewed", async () => {
    const carl = await known("Carl");
    await carl.post("/users/me/api_key/regenerate");
    expect(await status(carl)).toBe(401);
  });

  test("after their deactivation", async () => {
    const dora = await known("Dora");
    await server.owner.delete(`/users/${dora.id}`);
    expect(await status(dora)).toBe(401);
  });

  test("after two factors become required", async () => {
    const fay = await known("Fay");
    await server.append({
      type: "realm_changed",
      change: { settings: { requireTwoFactors: true } },
    } as never);
    expect(await status(fay)).toBe(401);
    await server.append({
      type: "realm_changed",
      change: { settings: { requireTwoFactors: false } },
    } as never);
    expect(await status(fay)).toBe(200);
  });

  test("after their session ends, in a waiting browser poll", async () => {
    const emil = await server.newMember("Emil");
    const browser = await loggedIn(server, emil.email);
    const client = await bySession(browser);
    expect((await client.get("/users/me")).status).toBe(200);
    await emil.delete("/users/me/sessions").expect(200);
    expect((await client.get("/users/me")).status).toBe(401);
  });

  test("after the organization is deactivated", async () => {
    const gina = await known("Gina");
    await server.owner.post("/realm/deactivate").expect(200);
    expect(await status(gina)).toBe(401);
  });
});
