import { createHash } from "node:crypto";
import request from "supertest";
import { plainNotification } from "../../../src/adapters/push/payload/plain";
import { dataOf } from "../../../src/adapters/push/payload/readable";
import { aMessage, aUser } from "../../support/builders/entities";
import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

const email = "shy.person@example.com";
const hash = createHash("md5").update(email).digest("hex");
const gravatar = `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=3`;
const drawn = (id: number): string => `/avatar/${id}?version=3`;
const shyId = 60;
const visibleTo = (emailAddressVisibility: "everyone" | "administrators") => ({
  ...aUser().settings,
  emailAddressVisibility,
});
const shyUser = aUser({
  id: shyId,
  email,
  fullName: "Shy",
  avatar: { source: "gravatar", version: 3 },
  settings: visibleTo("administrators"),
});

let server: TestServer;
let shy: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  await server.append({ type: "user_created", user: shyUser });
  shy = server.clientOf(shyUser);
});
afterAll(() => server.stop());

/** Everything that one user may read about another, as text. */
const everythingReadBy = async (reader: Client): Promise<string> => {
  const { body: sent } = await shy.post("/messages", { type: "direct", to: [reader.id], content: "hello" });
  const avatarOf = (path: string) => request(server.http).get(path).auth(reader.email, reader.apiKey);
  const dummy = `user${shyId}@chat.example.com`;
  const answers = [
    await reader.post("/register", { client_gravatar: false }),
    await reader.get("/users", { client_gravatar: false }),
    await reader.get(`/users/${shyId}`, { client_gravatar: false }),
    await reader.get(`/messages/${sent.id}`),
    await reader.get("/messages", { anchor: "newest", num_before: 9, num_after: 0, client_gravatar: false }),
    await avatarOf(`/avatar/${dummy}`),
    await avatarOf(`/avatar/${dummy}/medium`),
    await avatarOf(`/avatar/${shyId}`),
  ];
  return answers.map(({ text, headers }) => `${text} ${headers.location ?? ""}`).join("\n");
};

test("neither a hidden address nor its hash reaches readers who may not see it", async () => {
  const read = await everythingReadBy(ben);
  expect(read).toContain(drawn(shyId));
  expect(read).not.toContain(hash);
  expect(read).not.toContain(email);
});

test("readers who may see the address find its picture", async () => {
  const read = await everythingReadBy(server.owner);
  expect(read).toContain(gravatar);
  expect(read).toContain(email);
});

test("users who gain or lose access to an address get the other picture", async () => {
  const events = await listenTo(ben, ["realm_user"], { client_gravatar: false });
  const pictures = async () =>
    (await events()).flatMap((event) => {
      const { person } = event as { person: { avatar_url?: string; avatar_url_medium?: string } };
      return person.avatar_url === undefined ? [] : [person.avatar_url];
    });
  await shy.patch("/settings", { email_address_visibility: 1 }).expect(200);
  expect(await pictures()).toEqual([gravatar]);
  await shy.patch("/settings", { email_address_visibility: 3 }).expect(200);
  expect(await pictures()).toEqual([drawn(shyId)]);
  await server.owner.patch(`/users/${ben.id}`, { role: 200 }).expect(200);
  expect(await pictures()).toEqual([gravatar]);
  await server.owner.patch(`/users/${ben.id}`, { role: 400 }).expect(200);
  expect(await pictures()).toEqual([drawn(shyId)]);
});

test("push notifications name the picture that their reader may know", () => {
  const realm = { id: 1, uuid: "u", name: "Example", url: "https://chat.example.com" };
  const notification = {
    kind: "message",
    message: aMessage(),
    trigger: "direct message",
    sender: shyUser,
    isSenderKnown: true,
    channelName: "general",
    participants: new Map(),
    mentionedGroup: undefined,
  } as const;
  const pictureFor = (role: "member" | "administrator") => [
    dataOf(realm, aUser({ id: 9, role }), notification).sender_avatar_url,
    plainNotification(realm, aUser({ id: 9, role }), notification).sender_avatar_url,
  ];
  expect(pictureFor("member")).toEqual(Array(2).fill(`https://chat.example.com${drawn(shyId)}`));
  expect(pictureFor("administrator")).toEqual(Array(2).fill(gravatar));
});
