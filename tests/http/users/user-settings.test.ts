import request from "supertest";
import { failure, listenTo, success } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const settingsOf = async (client: Client) =>
  (await client.post("/register", { event_types: ["user_settings"] })).body.user_settings;
const invalid = (name: string, msg: string) => failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: name });

describe("personal settings", () => {
  test("send one event per change to their user alone", async () => {
    const [events, others] = [await listenTo(ann, ["user_settings"]), await listenTo(ben, ["user_settings"])];
    const change = { enter_sends: false, color_scheme: 2, default_language: "de", emojiset: "twitter" };
    expect((await ann.patch("/settings", change)).body).toEqual(success());
    expect(await settingsOf(ann)).toMatchObject(change);
    const update = { type: "user_settings", op: "update" };
    expect(await events()).toEqual([
      { ...update, property: "color_scheme", value: 2 },
      { ...update, property: "default_language", value: "de", language_name: "German" },
      { ...update, property: "emojiset", value: "twitter" },
      { ...update, property: "enter_sends", value: false },
    ]);
    expect((await ann.patch("/settings", change)).body).toEqual(success());
    expect([await events(), await others()]).toEqual([[], []]);
  });

  test("accept older endpoint names and quoted values", async () => {
    await ben.patch("/settings/display", { emojiset: '"text"' });
    await ben.patch("/settings/notifications", { enable_sounds: false });
    expect(await settingsOf(ben)).toMatchObject({ emojiset: "text", enable_sounds: false });
  });

  test.each([
    [{ color_scheme: 9 }, invalid("color_scheme", "Invalid color_scheme")],
    [{ web_home_view: "kitchen" }, invalid("web_home_view", "Invalid web_home_view")],
    [{ enter_sends: "perhaps" }, invalid("enter_sends", "enter_sends is not a boolean")],
    [
      { email_address_visibility: 6 },
      invalid("email_address_visibility", "Invalid email_address_visibility"),
    ],
    [{ timezone: "Mars/Olympus" }, failure("Not a recognized time zone")],
  ])("refuse %j and change nothing", async (change, expected) => {
    const before = await settingsOf(ann);
    const { status, body } = await ann.patch("/settings", { enable_sounds: false, ...change });
    expect([status, body]).toEqual([400, expected]);
    expect(await settingsOf(ann)).toEqual(before);
  });

  test("of name and time zone send events to everyone", async () => {
    const events = await listenTo(ben, ["realm_user"]);
    await ann.patch("/settings", { full_name: "Ann Other", timezone: "Europe/Berlin" });
    const update = { type: "realm_user", op: "update" };
    expect(await events()).toEqual([
      { ...update, person: { user_id: ann.id, full_name: "Ann Other" } },
      { ...update, person: { user_id: ann.id, email: ann.email, timezone: "Europe/Berlin" } },
    ]);
  });

  test("decide who may see the user's address, with events for the others", async () => {
    const [bensEvents, ownersEvents] = [
      await listenTo(ben, ["realm_user"]),
      await listenTo(owner, ["realm_user"]),
    ];
    await ann.patch("/settings", { email_address_visibility: 3 });
    const update = { type: "realm_user", op: "update" };
    const dummy = `user${ann.id}@chat.example.com`;
    expect(await bensEvents()).toEqual([
      { ...update, person: { user_id: ann.id, delivery_email: null } },
      { ...update, person: { user_id: ann.id, new_email: dummy } },
    ]);
    expect(await ownersEvents()).toEqual([
      { ...update, person: { user_id: ann.id, delivery_email: ann.email } },
      { ...update, person: { user_id: ann.id, new_email: ann.email } },
    ]);
    expect((await ben.get(`/users/${ann.id}`)).body.user).toMatchObject({
      delivery_email: null,
      email: dummy,
    });
    expect((await ben.get(`/users/${ann.email}`)).body).toEqual(failure("No such user"));
    await ann.patch("/settings", { email_address_visibility: 1 });
  });

  test("accept a new password with the old one", async () => {
    const wrong = { old_password: "nonsense", new_password: "a better one" };
    expect((await ann.patch("/settings", wrong)).body).toEqual(failure("Wrong password!"));
    const right = { old_password: ownerPassword, new_password: "a better one" };
    expect((await ann.patch("/settings", right)).body).toEqual(success());
    const logIn = async (password: string) =>
      (
        await request(server.http)
          .post("/api/v1/fetch_api_key")
          .type("form")
          .send({ username: ann.email, password })
      ).status;
    expect([await logIn(ownerPassword), await logIn("a better one")]).toEqual([401, 200]);
  });

  test("can be changed for others by administrators", async () => {
    await ben.patch("/settings", { twenty_four_hour_time: true });
    const { group_id } = (
      await owner.post("/user_groups/create", { name: "both", description: "", members: [ann.id, ben.id] })
    ).body;
    const change = {
      twenty_four_hour_time: false,
      starred_message_counts: false,
      target_users: { group_ids: [group_id], skip_if_already_edited: true },
    };
    expect((await ann.patch("/settings", change)).body).toEqual(
      failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    );
    expect((await owner.patch("/settings", change)).body).toEqual(success());
    expect(await settingsOf(ben)).toMatchObject({
      twenty_four_hour_time: true,
      starred_message_counts: false,
    });
    const chosen = { user_ids: [ben.id], skip_if_already_edited: false };
    await owner.patch("/settings", { twenty_four_hour_time: false, target_users: chosen });
    expect((await settingsOf(ben)).twenty_four_hour_time).toBe(false);
    for (const secret of [{ presence_enabled: false }, { full_name: "x" }, { timezone: "UTC" }])
      expect((await owner.patch("/settings", { ...secret, target_users: chosen })).body).toEqual(
        failure("Cannot change this setting for other users."),
      );
  });
});

describe("the API key", () => {
  test("can be regenerated, which ends the old one", async () => {
    const person = await server.newMember("Key Holder");
    const { body } = await person.post("/users/me/api_key/regenerate");
    expect(body).toEqual(success({ api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/) }));
    expect((await person.get("/users/me")).body).toEqual(failure("Invalid API key", "UNAUTHORIZED"));
    const again = await request(server.http).get("/api/v1/users/me").auth(person.email, body.api_key);
    expect(again.status).toBe(200);
  });
});

describe("alert words", () => {
  test("are answered as a whole, like in the event", async () => {
    const events = await listenTo(ann, ["alert_words"]);
    const words = (list: string[]) => success({ alert_words: list });
    expect((await ann.post("/users/me/alert_words", { alert_words: ["Lunch", "tea"] })).body).toEqual(
      words(["Lunch", "tea"]),
    );
    expect((await ann.delete("/users/me/alert_words", { alert_words: ["lunch"] })).body).toEqual(
      words(["tea"]),
    );
    expect((await ann.get("/users/me/alert_words")).body).toEqual(words(["tea"]));
    expect(await events()).toEqual([
      { type: "alert_words", alert_words: ["Lunch", "tea"] },
      { type: "alert_words", alert_words: ["tea"] },
    ]);
    expect((await ann.post("/register", { event_types: ["alert_words"] })).body.alert_words).toEqual(["tea"]);
  });
});

describe("muted users", () => {
  test("can be muted and unmuted", async () => {
    const events = await listenTo(ann, ["muted_users"]);
    const muted = { id: ben.id, timestamp: expect.any(Number) };
    expect((await ann.post(`/users/me/muted_users/${ben.id}`)).body).toEqual(success());
    expect((await ann.post("/register", { event_types: ["muted_users"] })).body.muted_users).toEqual([muted]);
    expect((await ann.post(`/users/me/muted_users/${ben.id}`)).body).toEqual(failure("User already muted"));
    expect((await ann.delete(`/users/me/muted_users/${ben.id}`)).body).toEqual(success());
    expect((await ann.delete(`/users/me/muted_users/${ben.id}`)).body).toEqual(failure("User is not muted"));
    expect(await events()).toEqual([
      { type: "muted_users", muted_users: [muted] },
      { type: "muted_users", muted_users: [] },
    ]);
  });
});

describe("a user's status", () => {
  test("has a text and an emoji, which can change separately", async () => {
    const events = await listenTo(ben, ["user_status"]);
    expect(
      (await ann.post("/users/me/status", { status_text: " in a meeting ", emoji_name: "car" })).body,
    ).toEqual(success());
    const car = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };
    const fetched = async () => (await ben.get(`/users/${ann.id}/status`)).body.status;
    expect(await fetched()).toEqual({ status_text: "in a meeting", ...car });
    await ann.post("/users/me/status", { status_text: "" });
    expect(await fetched()).toEqual(car);
    const { user_status } = (await ben.post("/register", { event_types: ["user_status"] })).body;
    expect(user_status).toEqual({ [ann.id]: car });
    await ann.post("/users/me/status", { emoji_name: "", away: true });
    expect(await fetched()).toEqual({ away: true });
    const event = { type: "user_status", user_id: ann.id };
    expect(await events()).toEqual([
      { ...event, status_text: "in a meeting", ...car },
      { ...event, status_text: "" },
      { ...event, away: true, emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" },
    ]);
  });

  test.each([
    [{}, failure("Client did not pass any new values.")],
    [
      { status_text: "x", emoji_code: "1f697" },
      failure("Client must pass emoji_name if they pass either emoji_code or reaction_type."),
    ],
    [{ emoji_name: "car", emoji_code: "1f4bb" }, failure("Invalid emoji name.")],
  ])("can't be %j", async (given, expected) => {
    expect((await ann.post("/users/me/status", given)).body).toEqual(expected);
  });

  test("can be set by administrators", async () => {
    expect((await owner.post(`/users/${ben.id}/status`, { status_text: "away for long" })).body).toEqual(
      success(),
    );
    expect((await ann.get(`/users/${ben.id}/status`)).body.status).toEqual({ status_text: "away for long" });
  });
});

test("slash commands change settings and report what they did", async () => {
  const run = async (command: string) => (await ben.post("/zcommand", { command })).body;
  const events = await listenTo(ben, ["user_settings"]);
  expect(await run("/ping")).toEqual(success());
  expect((await run("/dark")).msg).toContain("dark theme");
  expect((await run("/light")).msg).toContain("light theme");
  expect((await run("/fluid-width")).result).toBe("success");
  expect(await events()).toMatchObject([
    { property: "color_scheme", value: 2 },
    { property: "color_scheme", value: 3 },
    { property: "fluid_layout_width", value: true },
  ]);
  expect(await run("dark")).toEqual(failure("There should be a leading slash in the zcommand."));
  expect(await run("/toString")).toEqual(failure("No such command: toString"));
  expect((await run(`/${"x".repeat(300)}`)).msg).toBe("command is too long (limit: 200 characters)");
});
