import { aUser } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let gina: Client;
const guest = aUser({ id: 50, email: "gina@example.com", fullName: "Gina Guest", role: "guest" });

const join = (who: Client, name: string, more: object = {}) =>
  who.post("/users/me/subscriptions", { subscriptions: [{ name }], ...more });

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  await server.append({ type: "user_created", user: guest });
  gina = server.clientOf(guest);
  await owner.patch("/realm", { enable_spectator_access: true, send_channel_events_messages: false });
  await join(owner, "closed", { invite_only: true });
  await join(owner, "aside");
});
afterAll(() => server.stop());

const failure = (code: string, msg: string, more: object = {}) => ({ result: "error", code, msg, ...more });

test("users who can see a channel can find its id by its name, ignoring case", async () => {
  expect((await ben.get("/get_stream_id", { stream: "GENERAL" })).body).toMatchObject({ stream_id: 1 });
  expect((await owner.get("/get_stream_id", { stream: "closed" })).body.result).toBe("success");
  expect((await ben.get("/get_stream_id", { stream: "closed" })).body).toEqual(
    failure("BAD_REQUEST", "Invalid channel name 'closed'"),
  );
});

describe("subscribing", () => {
  test("creates a channel that does not exist, with the given properties", async () => {
    const { body } = await join(owner, "made", {
      history_public_to_subscribers: true,
      invite_only: true,
      topics_policy: "disable_empty_topic",
      message_retention_days: 30,
      can_send_message_group: 6,
      is_default_stream: false,
      subscriptions: [{ name: " made ", description: "by *hand*", color: "#123456" }],
    });
    expect(body).toEqual({
      result: "success",
      msg: "",
      subscribed: { [owner.id]: ["made"] },
      already_subscribed: {},
      new_subscription_messages_sent: true,
    });
    const { subscriptions } = (await owner.get("/users/me/subscriptions", { include_subscribers: true }))
      .body;
    expect(subscriptions.find(({ name }: { name: string }) => name === "made")).toMatchObject({
      description: "by *hand*",
      rendered_description: "<p>by <em>hand</em></p>",
      color: "#123456",
      invite_only: true,
      history_public_to_subscribers: true,
      topics_policy: "disable_empty_topic",
      message_retention_days: 30,
      can_send_message_group: 6,
      stream_post_policy: 2,
      is_announcement_only: true,
      subscribers: [owner.id],
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      push_notifications: null,
    });
  });

  test("reports who is newly subscribed and who already was", async () => {
    await join(ben, "again");
    const { body } = await join(ben, "AGAIN", { principals: [ben.id, owner.email].map(String).slice(1) });
    expect(body).toMatchObject({ subscribed: { [owner.id]: ["again"] }, already_subscribed: {} });
    const both = await join(ben, "again", { principals: [ben.id, owner.id] });
    expect(both.body).toMatchObject({
      subscribed: {},
      already_subscribed: { [ben.id]: ["again"], [owner.id]: ["again"] },
    });
  });

  test("refuses private channels of others, or reports them on request", async () => {
    expect((await join(ben, "closed")).body).toEqual(
      failure("BAD_REQUEST", "Unable to access channel (closed)."),
    );
    const { body } = await join(ben, "x", {
      subscriptions: [{ name: "closed" }, { name: "aside" }],
      authorization_errors_fatal: false,
    });
    expect(body).toMatchObject({ subscribed: { [ben.id]: ["aside"] }, unauthorized: ["closed"] });
  });

  test("a restricted channel refuses messages from others", async () => {
    await join(owner, "announcements", { can_send_message_group: 6 });
    await join(ben, "announcements");
    const { body } = await ben.post("/messages", {
      type: "channel",
      to: "announcements",
      topic: "t",
      content: "me too",
    });
    expect(body).toEqual(failure("BAD_REQUEST", "Not authorized to send to channel 'announcements'"));
  });

  test.each<[string, () => Client, object, object]>([
    ["a guest", () => gina, {}, failure("BAD_REQUEST", "Not allowed for guest users")],
    [
      "an empty name",
      () => ben,
      { subscriptions: [{ name: " " }] },
      failure("BAD_REQUEST", "Channel name can't be empty."),
    ],
    [
      "a long name",
      () => ben,
      { subscriptions: [{ name: "n".repeat(61) }] },
      failure("BAD_REQUEST", "Channel name too long (limit: 60 characters)."),
    ],
    [
      "a name with a control character",
      () => ben,
      { subscriptions: [{ name: "a\u0007b" }] },
      failure("BAD_REQUEST", "Invalid character in channel name, at position 2."),
    ],
    ["an unknown principal", () => ben, { principals: [999] }, failure("BAD_REQUEST", "No such user")],
    [
      "a default channel made by a member",
      () => ben,
      { is_default_stream: true },
      failure("UNAUTHORIZED_PRINCIPAL", "You do not have permission to change default channels."),
    ],
    [
      "a retention period set by a member",
      () => ben,
      { message_retention_days: 5 },
      failure("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"),
    ],
    [
      "a web-public channel made by a member",
      () => ben,
      { is_web_public: true },
      failure("BAD_REQUEST", "Insufficient permission"),
    ],
    [
      "a subscription without a name",
      () => ben,
      { subscriptions: [{}] },
      failure("REQUEST_VARIABLE_INVALID", 'subscriptions[0]["name"] field is missing', {
        var_name: "subscriptions",
      }),
    ],
  ])("refuses %s and creates nothing", async (_what, who, change, expected) => {
    const { status, body } = await join(who(), "unmade", change);
    expect([status, body]).toEqual([400, expected]);
    expect((await owner.get("/get_stream_id", { stream: "unmade" })).status).toBe(400);
  });
});

describe("unsubscribing", () => {
  test("reports removed and unchanged subscriptions", async () => {
    await join(ben, "left");
    const leave = () => ben.delete("/users/me/subscriptions", { subscriptions: ["left"] });
    expect((await leave()).body).toEqual({ result: "success", msg: "", removed: ["left"], not_removed: [] });
    expect((await leave()).body).toEqual({ result: "success", msg: "", removed: [], not_removed: ["left"] });
  });

  test("channel administrators can unsubscribe others", async () => {
    await join(owner, "theirs", { principals: [owner.id, ben.id] });
    const remove = (who: Client, subscriber: Client) =>
      who.delete("/users/me/subscriptions", { subscriptions: ["theirs"], principals: [subscriber.id] });
    expect((await remove(ben, owner)).body).toEqual(failure("BAD_REQUEST", "Insufficient permission"));
    expect((await remove(owner, ben)).body.removed).toEqual(["theirs"]);
  });

  test("refuses channels that the caller cannot see", async () => {
    const { body } = await ben.delete("/users/me/subscriptions", { subscriptions: ["closed", "nowhere"] });
    expect(body).toEqual(failure("BAD_REQUEST", "Channel(s) (closed, nowhere) do not exist"));
  });
});
