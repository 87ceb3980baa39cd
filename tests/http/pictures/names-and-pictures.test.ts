import request from "supertest";
import { addUser } from "../../support/http/add-user";
import { failure, success } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const say = async (content: string, who = owner, to: unknown = "general") =>
  (await who.post("/messages", { type: "channel", to, topic: "t", content })).body.id as number;

describe("the mentions: narrow", () => {
  const narrowed = async (operand: unknown, who = owner, negated = false) =>
    (
      await who.get("/messages", {
        anchor: "newest",
        num_before: 50,
        num_after: 0,
        narrow: [
          { operator: "channel", operand: "general" },
          { operator: "mentions", operand, negated },
        ],
      })
    ).body;

  test("finds messages that mention a person by name, given their id or address", async () => {
    const dora = await server.newMember("Dora");
    const [named, , toAll, silent] = [
      await say("@**Dora** hello"),
      await say("nobody"),
      await say("@**all** hello"),
      await say("@_**Dora** hello"),
    ];
    for (const operand of [dora.id, dora.email, `user${dora.id}@chat.example.com`]) {
      const { messages } = await narrowed(operand);
      expect(messages.map(({ id }: { id: number }) => id)).toEqual([named]);
    }
    const others = (await narrowed(dora.id, owner, true)).messages.map(({ id }: { id: number }) => id);
    expect(others).toEqual(expect.arrayContaining([toAll, silent]));
    expect(others).not.toContain(named);
    const matched = await owner.get("/messages/matches_narrow", {
      msg_ids: [named, toAll],
      narrow: [{ operator: "mentions", operand: dora.id }],
    });
    expect(Object.keys(matched.body.messages)).toEqual([String(named)]);
  });

  test("finds only messages the caller may read", async () => {
    const dee = await server.newMember("Dee");
    const form = { name: "closed", subscribers: [owner.id, dee.id], invite_only: true };
    const { id } = (await owner.post("/channels/create", form)).body;
    const hidden = await say("@**Dee** secret", owner, id);
    const everywhere = async (who: Client) =>
      (
        await who.get("/messages", {
          anchor: "newest",
          num_before: 50,
          num_after: 0,
          narrow: [{ operator: "mentions", operand: dee.id }],
        })
      ).body.messages.map((message: { id: number }) => message.id);
    expect(await everywhere(owner)).toEqual([hidden]);
    expect(await everywhere(ben)).toEqual([]);
  });

  test("refuses an unknown person", async () => {
    expect(await narrowed(9999)).toMatchObject({ code: "BAD_NARROW" });
    expect(await narrowed([1])).toMatchObject({ code: "BAD_NARROW" });
  });
});

test("accepts every name of an emoji, in reactions and in Markdown", async () => {
  const id = await say("x");
  const react = (emoji_name: string) => ben.post(`/messages/${id}/reactions`, { emoji_name });
  for (const [name, code] of [
    ["poop", "1f4a9"],
    ["flag_mauritius", "1f1f2-1f1fa"],
    ["slight_smile", "1f642"],
  ] as const) {
    expect((await react(name)).body).toEqual(success());
    const { rendered } = (await ben.post("/messages/render", { content: `:${name}:` })).body;
    expect(rendered).toContain(`emoji-${code}"`);
  }
  const { body } = await owner.get(`/messages/${id}`);
  const codes = body.message.reactions.map(({ emoji_code }: { emoji_code: string }) => emoji_code);
  expect(codes).toEqual(["1f4a9", "1f1f2-1f1fa", "1f642"]);
  expect((await ben.post("/messages/render", { content: "💩" })).body.rendered).toContain(">:poop:<");
});

test("highlights CSS+PHP and HTML+PHP code", async () => {
  const colours = async (language: string, code: string) =>
    (await ben.post("/messages/render", { content: `\`\`\`${language}\n${code}\n\`\`\`` })).body.rendered;
  expect(await colours("css+php", "a { color: red; }")).toMatch(
    /data-code-language="CSS\+PHP".*<span class="/,
  );
  expect(await colours("html+php", "<?php echo 1; ?>")).toMatch(
    /data-code-language="HTML\+PHP".*<span class="/,
  );
});

describe("an avatar by email address", () => {
  const avatar = async (email: string, who?: Client) => {
    const test = request(server.http).get(`/avatar/${encodeURIComponent(email)}`);
    const { status, headers } = await (who ? test.auth(who.email, who.apiKey) : test);
    return [status, headers.location?.split("?")[0]];
  };
  const nobody = [302, "/static/images/unknown-user.png"];

  test("redirects to the user's avatar", async () => {
    expect(await avatar(ben.email, owner)).toEqual([302, `/avatar/${ben.id}`]);
    expect(await avatar(`user${ben.id}@chat.example.com`, ben)).toEqual([302, `/avatar/${ben.id}`]);
    const medium = await request(server.http)
      .get(`/avatar/${ben.email}/medium`)
      .auth(owner.email, owner.apiKey);
    expect(medium.headers.location).toContain(`/avatar/${ben.id}/medium`);
  });

  test("is the same placeholder for a hidden address and an unknown one", async () => {
    const guest = await addUser(server, { role: "guest" });
    await owner.patch("/realm", { can_access_all_users_group: { new: 3 } }).expect(200);
    await ben.patch("/settings", { email_address_visibility: 5 }).expect(200);
    const dora = await server.newMember("Dora Two");
    expect(await avatar("none@example.com", dora)).toEqual(nobody);
    expect(await avatar(ben.email, dora)).toEqual(nobody);
    expect(await avatar(ben.email, guest)).toEqual(nobody);
    expect(await avatar(`user${ben.id}@chat.example.com`, guest)).toEqual(nobody);
    expect((await avatar(ben.email))[0]).toBe(401);
    expect((await avatar("none@example.com"))[0]).toBe(401);
  });
});

test("POST /json/fetch_api_key gives the session's user their key for the password alone", async () => {
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(
    (await browser.get("/login")).text,
  )?.[1];
  const form = { csrfmiddlewaretoken, username: owner.email, password: ownerPassword };
  await browser.post("/login").type("form").send(form).expect(303);
  const ask = (more: object) =>
    browser
      .post("/json/fetch_api_key")
      .type("form")
      .send({ csrfmiddlewaretoken, ...more });
  expect((await ask({ password: ownerPassword })).body).toMatchObject(
    success({ api_key: owner.apiKey, email: owner.email, user_id: owner.id }),
  );
  expect((await ask({ password: "wrong" })).body).toEqual(
    failure("Your username or password is incorrect", "AUTHENTICATION_FAILED"),
  );
  expect((await ask({})).body).toEqual(
    failure("Missing 'password' argument", "REQUEST_VARIABLE_MISSING", { var_name: "password" }),
  );
  const stranger = request(server.http).post("/json/fetch_api_key").type("form");
  expect((await stranger.send({ password: ownerPassword })).status).toBe(401);
});
