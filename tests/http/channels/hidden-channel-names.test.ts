import { systemGroupId } from "../../../src/domain/groups/system-group";
import { aUser } from "../../support/builders/entities";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/**
 * A hidden private channel's name gets the same answers as an unused one, unless the caller may create such a
 * channel.
 */
let server: TestServer;
let member: Client;
let guest: Client;

beforeAll(async () => {
  server = await startServer();
  member = await server.newMember("Mia");
  const user = aUser({ id: 500, role: "guest" });
  await server.append({ type: "user_created", user });
  guest = server.clientOf(user);
  await server.owner
    .post("/channels/create", { name: "secret", invite_only: true, subscribers: [server.owner.id] })
    .expect(200);
  await server.owner.post("/channels/create", { name: "open", subscribers: [server.owner.id] }).expect(200);
  await server.owner
    .patch("/realm", {
      can_create_public_channel_group: { new: systemGroupId("role:administrators") },
      can_create_private_channel_group: { new: systemGroupId("role:administrators") },
    })
    .expect(200);
});
afterAll(() => server.stop());

const asks: readonly (readonly [string, (client: Client, name: string) => PromiseLike<{ text: string }>])[] =
  [
    ["making it", (client, name) => client.post("/channels/create", { name, subscribers: [client.id] })],
    [
      "making it in private",
      (client, name) =>
        client.post("/channels/create", { name, subscribers: [client.id], invite_only: true }),
    ],
    [
      "subscribing to it",
      (client, name) => client.post("/users/me/subscriptions", { subscriptions: [{ name }] }),
    ],
    [
      "subscribing to what one may",
      (client, name) =>
        client.post("/users/me/subscriptions", {
          subscriptions: [{ name }, { name: "open" }],
          authorization_errors_fatal: false,
        }),
    ],
    [
      "subscribing somebody else",
      (client, name) =>
        client.post("/users/me/subscriptions", {
          subscriptions: [{ name }],
          principals: [server.owner.id],
        }),
    ],
    ["unsubscribing", (client, name) => client.delete("/users/me/subscriptions", { subscriptions: [name] })],
    ["asking for its id", (client, name) => client.get("/get_stream_id", { stream: name })],
  ];

describe.each(asks)("a hidden channel: %s", (_what, ask) => {
  test.each([
    ["a guest", () => guest],
    ["a member who can't create channels", () => member],
  ])("reveals nothing to %s", async (_who, client) => {
    const texts = [];
    for (const name of ["secret", "sacred"])
      texts.push((await ask(client(), name)).text.replaceAll(name, "#"));
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('"error"');
  });
});

test("renaming a channel without permission doesn't reveal taken names", async () => {
  const { body } = await server.owner.get("/get_stream_id", { stream: "open" }).expect(200);
  for (const client of [member, guest]) {
    const answers = [];
    for (const new_name of ["secret", "sacred"])
      answers.push((await client.patch(`/streams/${body.stream_id}`, { new_name })).text);
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain('"error"');
  }
});

test("users who may create channels learn that the name is taken", async () => {
  const maker = await server.newMember("Max");
  await server.owner.patch(`/users/${maker.id}`, { role: 200 }).expect(200);
  const { body } = await maker.post("/channels/create", { name: "secret", subscribers: [maker.id] });
  expect(body.msg).toMatch(/secret/);
  expect(body.result).toBe("error");
});
