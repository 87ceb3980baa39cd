import request from "supertest";
import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import { allEndpoints } from "../../../src/adapters/http/endpoints/all";
import type { Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";
import { goodValues, isUseful, type Things } from "../../support/fuzz/good-values";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;

const nameOf = ({ method, at }: AnyEndpoint): string => `${method} ${at}`;
/** These end the caller's own credentials, so each gets its own caller; the owner is still needed. */
const endCaller = [
  "delete /users/me",
  "post /users/me/api_key/regenerate",
  "delete /users/me/api_keys",
  "delete /users/{user_id}/api_keys",
];
const callerOf = async (declared: AnyEndpoint): Promise<Client> => {
  if (!endCaller.includes(nameOf(declared))) return server.owner;
  throwaways += 1;
  return server.newMember(`Throw Away ${throwaways}`);
};
let throwaways = 0;
const bugs: unknown[] = [];

beforeAll(async () => {
  server = await startServer({ logged: (entry) => bugs.push(entry) });
});
beforeEach(() => {
  bugs.length = 0;
});
afterAll(() => server.stop());

/** Characters a database may choke on, percent-encoded; the fuzzer covers the rest. */
const nasty: readonly [string, string][] = [
  ["a null byte", "a%00b"],
  ["a null byte in JSON", encodeURIComponent('["a\\u0000b"]')],
  ["a number beyond PostgreSQL's", "9007199254740991"],
  ["a list of such", encodeURIComponent("[9007199254740991,-1]")],
  ["half a surrogate pair in JSON", encodeURIComponent('["\\ud800"]')],
];

const isFine = (status: number, body: { result?: string; msg?: unknown; code?: unknown }): boolean =>
  status === 200 || status === 302
    ? status === 302 || body.result === "success"
    : status >= 400 &&
      status < 500 &&
      body.result === "error" &&
      typeof body.msg === "string" &&
      typeof body.code === "string";

const pathOf = (declared: AnyEndpoint): string => `/api/v1${declared.at.replace(/\{\w+\}/g, "1")}`;
const things: Things = { users: [1], channels: [1], channelNames: ["general"], messages: [1], queues: [] };

const call = (declared: AnyEndpoint, { email, apiKey }: Client, form: string) => {
  const inQuery = declared.method === "get";
  const test = request(server.http)[declared.method](pathOf(declared)).auth(email, apiKey);
  return inQuery
    ? test.query(form)
    : test.set("Content-Type", "application/x-www-form-urlencoded").send(form);
};

/** The nasty value among values that the other parameters accept, so that it is the first one refused. */
const formOf = (declared: AnyEndpoint, name: string, value: string): string =>
  [
    ...Object.entries(declared.params as Parameters).flatMap(([one, { isRequired }]) => {
      const [good] =
        one !== name && (isRequired || isUseful(declared, one)) ? goodValues(declared, one, things) : [];
      return good === undefined ? [] : [`${one}=${encodeURIComponent(good)}`];
    }),
    `${name}=${value}`,
  ].join("&");

/** One parameter per type: the same few lines decode dozens of settings. */
const differentNames = ({ params }: AnyEndpoint): readonly string[] => {
  const names = new Map<unknown, string>();
  for (const [name, { type }] of Object.entries(params as Parameters)) names.set(type, name);
  return [...names.values()];
};

describe.each(allEndpoints(false).map((declared) => [nameOf(declared), declared] as const))(
  "%s",
  (_name, declared) => {
    test("answers with a success or an error envelope for any parameter value", async () => {
      const wrong: unknown[] = [];
      const caller = await callerOf(declared);
      for (const name of differentNames(declared))
        for (const [what, value] of nasty) {
          const { status, body } = await call(declared, caller, formOf(declared, name, value));
          if (!isFine(status, body)) wrong.push({ name, what, status, body });
        }
      expect(wrong).toEqual([]);
      expect(bugs).toEqual([]);
    });
  },
);

const post = () =>
  request(server.http).post("/api/v1/messages").auth(server.owner.email, server.owner.apiKey);

test.each<[string, () => request.Test, number, string]>([
  [
    "10 MB of text in a form",
    () =>
      post()
        .type("form")
        .send(`content=${"x".repeat(10_000_000)}`),
    413,
    "Request is too large",
  ],
  [
    "10 MB of text in a multipart body",
    () => post().field("content", "x".repeat(10_000_000)),
    413,
    "Request is too large",
  ],
  [
    "too many parameters",
    () => post().type("form").send("a=1&".repeat(5000)),
    413,
    "Request has too many parameters",
  ],
  [
    "a file where none is expected",
    () => post().attach("content", Buffer.from("x"), "x.txt"),
    400,
    "This endpoint takes no files",
  ],
  [
    "invalid UTF-8 in a form",
    () =>
      post()
        .type("form")
        .send(Buffer.from([0x61, 0x3d, 0xff]).toString("latin1")),
    400,
    "Missing 'type' argument",
  ],
  [
    "a multipart body without an end",
    () =>
      post()
        .set("Content-Type", "multipart/form-data; boundary=x")
        .send('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'),
    400,
    "Malformed request",
  ],
  [
    "a multipart body without a boundary",
    () => post().set("Content-Type", "multipart/form-data").send("x"),
    400,
    "Malformed request",
  ],
  [
    "a body in JSON",
    () => post().send({ type: "direct" }),
    400,
    "Parameters must be sent as application/x-www-form-urlencoded or multipart/form-data",
  ],
  [
    "an unknown charset",
    () => post().set("Content-Type", "application/x-www-form-urlencoded; charset=klingon").send("a=1"),
    415,
    "Malformed request",
  ],
])("answers %s with the error envelope", async (_what, send, status, msg) => {
  const answer = await send();
  expect([answer.status, answer.body]).toEqual([
    status,
    expect.objectContaining({ result: "error", msg, code: expect.any(String) }),
  ]);
});

test("refuses invalid UTF-8 in forms and multipart bodies", async () => {
  const bytes = Buffer.concat([Buffer.from("content="), Buffer.from([0xff, 0xfe])]);
  const form = await post()
    .type("form")
    .serialize((body: Buffer) => body as unknown as string)
    .send(bytes);
  expect([form.status, form.body.msg]).toEqual([400, "Request is not valid UTF-8"]);
  const escaped = await post().type("form").send("content=%ff%fe");
  expect([escaped.status, escaped.body.msg]).toEqual([400, "Request is not valid UTF-8"]);
  const parts = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="content"\r\n\r\n'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const multipart = await post().set("Content-Type", "multipart/form-data; boundary=x").send(parts);
  expect([multipart.status, multipart.body.msg]).toEqual([400, "Request is not valid UTF-8"]);
});

test("refuses JSON that is nested deeper than it can be written", async () => {
  for (const inside of ['"\\u0000"', '"\\ud800"', "0"]) {
    const deep = `${"[".repeat(95_000)}${inside}${"]".repeat(95_000)}`;
    const { owner } = server;
    for (const call of [
      owner.post("/messages/flags", { messages: deep, op: "add", flag: "read" }),
      owner.post("/register", { client_capabilities: `{"a":${deep}}` }),
      owner.patch("/users/me/profile_data", { data: deep }),
      owner.put("/bot_storage", { storage: `{"a":${deep}}` }),
      owner.post("/messages", {
        type: "channel",
        to: "general",
        topic: "t",
        content: "x",
        widget_content: `{"widget_type":"zform","extra_data":{"type":"choices","heading":"x","choices":[],"a":${deep}}}`,
      }),
    ]) {
      const { status, body } = await call;
      expect([status, body.result]).toEqual([400, "error"]);
    }
  }
  expect(bugs).toEqual([]);
});

test("answers an undecodable path with the error envelope", async () => {
  const { status, body } = await request(server.http)
    .get("/api/v1/users/%ff%")
    .auth(server.owner.email, server.owner.apiKey);
  expect([status, body.result]).toEqual([400, "error"]);
});

test("answers an oversized query with the error envelope", async () => {
  const { status, body } = await server.owner.get("/messages", { narrow: "x".repeat(200_000) });
  expect([status, body]).toEqual([431, { result: "error", msg: "Malformed request", code: "BAD_REQUEST" }]);
});

test("answers HEAD like GET, without a body", async () => {
  const { status, text } = await request(server.http).head("/api/v1/server_settings");
  expect([status, text]).toEqual([200, undefined]);
});

test("every answer ends with a newline", async () => {
  for (const path of ["/api/v1/server_settings", "/api/v1/users", "/api/v1/none", "/api/v1/openapi.json"])
    expect((await request(server.http).get(path)).text).toMatch(/^\{[^\n]*\}\n$/);
});

test("uses the last value of a repeated parameter", async () => {
  const { body } = await server.owner.get("/streams?include_public=maybe&include_public=false");
  expect(body.result).toBe("success");
});
