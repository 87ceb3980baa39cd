import { aUser } from "../../support/builders/entities";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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

test("a user's channels are listed, without those that the caller can't see", async () => {
  const list = async (who: Client) => (await who.get(`/users/${owner.id}/channels`)).body;
  const { subscribed_channel_ids: all } = await list(owner);
  const { stream_id: closedId } = (await owner.get("/get_stream_id", { stream: "closed" })).body;
  expect(all).toEqual(expect.arrayContaining([1, 2, closedId]));
  const seen = all.filter((id: number) => id !== closedId);
  expect(await list(ben)).toEqual({ result: "success", msg: "", subscribed_channel_ids: seen });
});

test("a channel's id by its name", async () => {
  expect((await ben.get("/get_stream_id", { stream: "GENERAL" })).body).toMatchObject({ stream_id: 1 });
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

  test("answers with users who already were subscribed, channels closed to the caller, and whether it notified anyone", async () => {
    const more = {
      subscriptions: [{ name: "closed" }, { name: "aside" }],
      principals: [owner.email, ben.email],
    };
    const { body } = await join(ben, "", {
      ...more,
      authorization_errors_fatal: false,
      send_new_subscription_messages: false,
    });
    expect(body).toEqual({
      result: "success",
      msg: "",
      subscribed: { [ben.id]: ["aside"] },
      already_subscribed: { [owner.id]: ["aside"] },
      unauthorized: ["closed"],
    });
    expect((await join(ben, "closed")).body).toEqual(
      failure("BAD_REQUEST", "Unable to access channel (closed)."),
    );
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
      "a default channel made by a member",
      () => ben,
      { is_default_stream: true },
      failure("UNAUTHORIZED_PRINCIPAL", "You do not have permission to change default channels."),
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

test("unsubscribing answers with the channels that were left, and those that weren't", async () => {
  await join(ben, "left");
  const leave = (name: string) => ben.delete("/users/me/subscriptions", { subscriptions: [name] });
  expect((await leave("left")).body).toEqual({
    result: "success",
    msg: "",
    removed: ["left"],
    not_removed: [],
  });
  expect((await leave("left")).body).toEqual({
    result: "success",
    msg: "",
    removed: [],
    not_removed: ["left"],
  });
  expect((await leave("closed")).body).toEqual(failure("BAD_REQUEST", "Channel(s) (closed) do not exist"));
});
