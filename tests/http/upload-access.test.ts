import request from "supertest";
import { foundRealm } from "../../src/application/realm/found-realm";
import { aUser } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";

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

test("a message shares its first fifty files", async () => {
  const urls: string[] = [];
  for (let count = 0; count < 52; count += 1) urls.push(await upload());
  const content = urls.map((url) => `[f](${url})`).join(" ");
  await ben.post("/messages", { type: "channel", to: "general", topic: "t", content }).expect(200);
  expect(await Promise.all(urls.slice(48).map((url) => statusFor(sam, url)))).toEqual([200, 200, 403, 403]);
});

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

test("only its uploader can read an unshared file, not even an administrator", async () => {
  expect(await readers(await upload())).toEqual(["ben"]);
});

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

test("only a direct message's participants can read its files", async () => {
  const url = await upload();
  await ben.post("/messages", { type: "direct", to: [nora.id, gus.id], content: url });
  expect(await readers(url)).toEqual(["ben", "nora", "gus"]);
});

test("files shared before a user subscribed are readable only with shared history", async () => {
  const [open, guarded] = [
    await channel({ invite_only: true, history_public_to_subscribers: true }),
    await channel({ invite_only: true, history_public_to_subscribers: false }),
  ];
  const urls = [await upload(), await upload(), await upload()] as const;
  await post(open, urls[0]);
  await post(guarded, urls[1]);
  for (const { name } of [open, guarded])
    await server.owner.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [nora.id] });
  await post(guarded, urls[2]);
  expect(await readers(urls[0])).toEqual(["ben", "sam", "nora"]);
  expect(await readers(urls[1])).toEqual(["ben", "sam"]);
  expect(await readers(urls[2])).toEqual(["ben", "sam", "nora"]);
});

test("users unsubscribed from a private channel lose access to its files", async () => {
  const channelId = await channel({ invite_only: true });
  const url = await upload();
  await post(channelId, url);
  expect(await readers(url)).toEqual(["ben", "sam"]);
  await server.owner.delete("/users/me/subscriptions", {
    subscriptions: [channelId.name],
    principals: [sam.id],
  });
  expect(await readers(url)).toEqual(["ben"]);
});

test("a file moves along with its message", async () => {
  const [from, to] = [await channel({}), await channel({ invite_only: true })];
  const url = await upload();
  const id = await post(from, url);
  expect(await readers(url)).toEqual(members);
  await server.owner.patch(`/messages/${id}`, { stream_id: to.id });
  expect(await readers(url)).toEqual(["ben", "sam"]);
  await server.owner.patch(`/messages/${id}`, { stream_id: from.id });
  expect(await readers(url)).toEqual(members);
});

test("a deleted message shares no files", async () => {
  const url = await upload();
  const channelId = await channel({});
  const [first, second] = [await post(channelId, url), await post(await channel({ invite_only: true }), url)];
  expect(await readers(url)).toEqual(members);
  await server.owner.delete(`/messages/${first}`);
  expect(await readers(url)).toEqual(["ben", "sam"]);
  await ben.delete(`/messages/${second}`);
  expect(await readers(url)).toEqual(["ben"]);
});

test("an edit can remove a file from a message or add one", async () => {
  const channelId = await channel({});
  const [first, second] = [await upload(), await upload()];
  const id = await post(channelId, `${first} and more`);
  const { body } = await ben.patch(`/messages/${id}`, { content: `now ${second}` });
  expect(body.detached_uploads).toMatchObject([{ name: expect.stringMatching(/^file/), message_ids: [] }]);
  expect([await readers(first), await readers(second)]).toEqual([["ben"], members]);
  expect(
    (await ben.patch(`/messages/${id}`, { content: `${first} ${second}` })).body.detached_uploads,
  ).toEqual([]);
  expect([await readers(first), await readers(second)]).toEqual([members, members]);
});

test("users can't share files they may not read", async () => {
  const url = await upload();
  const channelId = await channel({});
  await post(channelId, url, sam);
  expect(await readers(url)).toEqual(["ben"]);
  await ben.post("/messages", { type: "direct", to: [sam.id], content: url });
  expect(await readers(url)).toEqual(["ben", "sam"]);
  // Readers may share it again.
  await post(channelId, `look: ${url}`, sam);
  expect(await readers(url)).toEqual(members);
});

test("a channel's new privacy applies to its files", async () => {
  const channelId = await channel({});
  const url = await upload();
  await post(channelId, url);
  await server.owner.patch(`/streams/${channelId.id}`, { is_private: true });
  expect(await readers(url)).toEqual(["ben", "sam"]);
  await server.owner.patch(`/streams/${channelId.id}`, { is_private: false, is_web_public: true });
  expect(await readers(url)).toEqual(everyone);
  await server.owner.patch("/realm", { enable_spectator_access: false });
  expect(await statusFor(undefined, url)).toBe(401);
  await server.owner.patch("/realm", { enable_spectator_access: true });
});

test("a file of another organization doesn't exist, wherever it is shared", async () => {
  const other = await foundRealm(server.services)({
    name: "Other",
    subdomain: "other",
    ownerEmail: "olga@example.com",
    ownerName: "Olga",
  })();
  if (other._tag === "Left") throw new Error(other.left.message);
  const olga = server.clientOf({ id: other.right.ownerId, email: "olga@example.com" }, other.right.realmId);
  const url = await upload();
  await post(await channel({ is_web_public: true }), url);
  const answer = await request(server.http)
    .get(url)
    .set("Host", "other.chat.example.com")
    .auth(olga.email, olga.apiKey);
  expect(answer.status).toBe(404);
});

test("a temporary URL works without login, for a minute and for one file", async () => {
  const [url, another] = [await upload(), await upload()];
  const { body } = await ben.get(url);
  expect(body.url).toMatch(/^\/user_uploads\/temporary\/[\w-]+\/file-\d+\.txt$/);
  const open = (address: string) => request(server.http).get(address);
  expect((await open(body.url)).text).toMatch(/^file \d+$/);
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
