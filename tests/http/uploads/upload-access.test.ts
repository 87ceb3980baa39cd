import request, { type Test } from "supertest";
import { createRealm } from "../../../src/application/realm/create-realm";
import { aUser } from "../../support/builders/entities";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/**
 * Who may read a file that a message shares: exactly those who can read the message. People: its uploader Ben; Sam,
 * subscribed; Nora, not subscribed; Gus, a guest who isn't subscribed; Ada, an administrator; and somebody without an
 * account.
 */
let server: TestServer;
let ben: Client;
let sam: Client;
let nora: Client;
let gus: Client;
let ada: Client;
/** The owner of another organization on the server. */
let olga: Client;
const otherHost = "other.chat.example.com";
const ownHost = "chat.example.com";

beforeAll(async () => {
  server = await startServer();
  await server.owner.patch("/realm", {
    send_channel_events_messages: false,
    enable_spectator_access: true,
    message_content_edit_limit_seconds: "unlimited",
    message_content_delete_limit_seconds: "unlimited",
  });
  [ben, sam, nora] = [
    await server.newMember("Ben"),
    await server.newMember("Sam"),
    await server.newMember("Nora"),
  ];
  const users = [
    aUser({ id: 50, email: "gus@example.com", role: "guest" }),
    aUser({ id: 51, email: "ada@example.com", role: "administrator" }),
  ];
  for (const user of users) await server.append({ type: "user_created", user });
  [gus, ada] = users.map((user) => server.clientOf(user)) as [Client, Client];
  const other = await createRealm(server.services)({
    name: "Other",
    subdomain: "other",
    ownerEmail: "olga@example.com",
    ownerName: "Olga",
  })();
  if (other._tag === "Left") throw new Error(other.left.message);
  olga = server.clientOf({ id: other.right.ownerId, email: "olga@example.com" }, other.right.realmId);
});
afterAll(() => server.stop());

let files = 0;
const upload = async (client = ben): Promise<string> => {
  files += 1;
  const { body } = await request(server.http)
    .post("/api/v1/user_uploads")
    .auth(client.email, client.apiKey)
    .attach("f", Buffer.from(`file ${files}`), `file ${files}.txt`);
  return body.url;
};

const statusFor = async (client: Client | undefined, url: string): Promise<number> => {
  const test = request(server.http).get(url);
  return (await (client ? test.auth(client.email, client.apiKey) : test)).status;
};

type Name = "ben" | "sam" | "nora" | "gus" | "ada" | "nobody";
/** The people who can read the file, by every way to read it. */
const readers = async (url: string): Promise<readonly Name[]> => {
  const people = Object.entries({ ben, sam, nora, gus, ada, nobody: undefined });
  const allowed: Name[] = [];
  for (const [name, client] of people) {
    const statuses = await Promise.all([
      statusFor(client, url),
      statusFor(client, url.replace("/user_uploads/", "/user_uploads/download/")),
      statusFor(client, `/api/v1${url}`),
      statusFor(client, `/api/v1${url.replace("/user_uploads/", "/thumbnail/status/")}`),
    ]);
    expect([
      [200, 200, 200, 200],
      [403, 403, 403, 403],
    ]).toContainEqual(statuses);
    if (statuses[0] === 200) allowed.push(name as Name);
  }
  return allowed;
};

let channels = 0;
interface Made {
  readonly id: number;
  readonly name: string;
}
const channel = async (more: object): Promise<Made> => {
  channels += 1;
  const name = `channel ${channels}`;
  const { body } = await server.owner.post("/channels/create", {
    name,
    subscribers: [ben.id, sam.id, server.owner.id],
    ...more,
  });
  return { id: body.id, name };
};
const post = async ({ name }: Made, content: string, client = ben): Promise<number> =>
  (await client.post("/messages", { type: "channel", to: name, topic: "files", content })).body.id;

const everyone: readonly Name[] = ["ben", "sam", "nora", "gus", "ada", "nobody"];
const members: readonly Name[] = ["ben", "sam", "nora", "ada"];

test.each<[string, object, readonly Name[]]>([
  ["public", {}, members],
  ["web-public", { is_web_public: true }, everyone],
  [
    "private with its history open to subscribers",
    { invite_only: true, history_public_to_subscribers: true },
    ["ben", "sam"],
  ],
  [
    "private with protected history",
    { invite_only: true, history_public_to_subscribers: false },
    ["ben", "sam"],
  ],
])("only a message's readers can read its file in a channel that is %s", async (_what, more, expected) => {
  const url = await upload();
  await post(await channel(more), `[it](${url})`);
  expect(await readers(url)).toEqual(expected);
});

test("a file of another organization doesn't exist, wherever it is shared", async () => {
  const url = await upload();
  await post(await channel({ is_web_public: true }), url);
  const answer = await request(server.http).get(url).set("Host", otherHost).auth(olga.email, olga.apiKey);
  expect(answer.status).toBe(404);
});

test("nobody reaches an unfinished upload of another organization, not even the person with the same id there", async () => {
  expect(olga.id).toBe(server.owner.id);
  const as = (client: Client, host: string, test: Test) =>
    test.set("Host", host).auth(client.email, client.apiKey).set("Tus-Resumable", "1.0.0");
  const begun = await as(server.owner, ownHost, request(server.http).post("/api/v1/tus")).set(
    "Upload-Length",
    "5",
  );
  const { location = "" } = begun.headers;
  const ask = (client: Client, host: string) => as(client, host, request(server.http).head(location));
  const given = await as(olga, otherHost, request(server.http).delete(location));
  expect([given.status, (await ask(olga, otherHost)).status]).toEqual([404, 404]);
  expect((await ask(server.owner, ownHost)).status).toBe(200);
});

test("a temporary URL works at its own organization's address only", async () => {
  const { body } = await ben.get(await upload());
  const open = (host: string) => request(server.http).get(body.url).set("Host", host);
  const elsewhere = await open(otherHost);
  expect([elsewhere.status, elsewhere.body.msg]).toEqual([400, "Invalid token"]);
  expect((await open(ownHost)).text).toMatch(/^file \d+$/);
});

test("a temporary URL works without login, for a minute and for one file", async () => {
  const [url, another] = [await upload(), await upload()];
  const { body } = await ben.get(url);
  expect(body.url).toMatch(/^\/user_uploads\/temporary\/[\w-]+\/file-\d+\.txt$/);
  const open = (address: string) => request(server.http).get(address);
  const opened = await open(body.url);
  expect(opened.text).toMatch(/^file \d+$/);
  expect(opened.headers["cache-control"]).toBe("no-store");
  const [, token = "", name = ""] = /temporary\/([\w-]+)\/(.+)$/.exec(body.url) ?? [];
  const forged = `${token.slice(0, 5)}${token[5] === "A" ? "B" : "A"}${token.slice(6)}`;
  const refused: unknown[] = [];
  for (const address of [`${forged}/${name}`, `x/${name}`, `${token}/other.txt`]) {
    const { status, body: answer } = await open(`/user_uploads/temporary/${address}`);
    refused.push([status, answer.msg]);
  }
  expect(refused).toEqual([
    [400, "Invalid token"],
    [400, "Invalid token"],
    [400, "Invalid filename"],
  ]);
  expect((await sam.get(url)).status).toBe(403);
  expect((await open(another)).status).toBe(403);
});
