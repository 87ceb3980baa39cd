import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let ben: Client;
let general: number;
let random: number;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  [general, random] = (await Promise.all(
    ["general", "random"].map(async (stream) => (await ben.get("/get_stream_id", { stream })).body.stream_id),
  )) as [number, number];
  await server.owner.post("/channels/create", { name: "elsewhere", subscribers: [1] });
});
afterAll(() => server.stop());

const set = async (...data: object[]) =>
  (await ben.post("/users/me/subscriptions/properties", { subscription_data: data })).body;
const own = async (id: number) =>
  (await ben.get("/users/me/subscriptions")).body.subscriptions.find(
    (one: { stream_id: number }) => one.stream_id === id,
  );

test.each([
  ["color", "#00AAff"],
  ["color", "#abc"],
  ["pin_to_top", true],
  ["desktop_notifications", false],
  ["audible_notifications", true],
  ["push_notifications", true],
  ["email_notifications", false],
  ["wildcard_mentions_notify", true],
])("%s is set to %s, told, and kept", async (property, value) => {
  const events = await listenTo(ben, ["subscription"]);
  expect(await set({ stream_id: general, property, value })).toEqual(success());
  expect(await events()).toEqual([
    { type: "subscription", op: "update", stream_id: general, property, value },
  ]);
  expect((await own(general))[property]).toBe(value);
});

test.each([
  ["is_muted", true],
  ["in_home_view", true],
  ["in_home_view", false],
  ["is_muted", false],
])("%s to %s is told under both names", async (property, value) => {
  const events = await listenTo(ben, ["subscription"]);
  await set({ stream_id: general, property, value });
  const isMuted = property === "is_muted" ? value : !value;
  const word = { type: "subscription", op: "update", stream_id: general };
  expect(await events()).toEqual([
    { ...word, property: "in_home_view", value: !isMuted },
    { ...word, property: "is_muted", value: isMuted },
  ]);
  expect(await own(general)).toMatchObject({ is_muted: isMuted, in_home_view: !isMuted });
});

test("several channels at once, all of it or nothing", async () => {
  expect(
    await set(
      { stream_id: general, property: "pin_to_top", value: false },
      { stream_id: random, property: "color", value: "#123456" },
      { stream_id: random, property: "pin_to_top", value: true },
    ),
  ).toEqual(success());
  expect(await own(random)).toMatchObject({ color: "#123456", pin_to_top: true });
  const half = await set(
    { stream_id: random, property: "color", value: "#654321" },
    { stream_id: 999, property: "pin_to_top", value: true },
  );
  expect(half).toEqual(failure("Invalid channel ID"));
  expect((await own(random)).color).toBe("#123456");
});

test.each<[string, object, object]>([
  [
    "a property that there isn't",
    { property: "loudness", value: true as boolean },
    failure("Unknown subscription property: loudness"),
  ],
  [
    "an inherited name",
    { property: "toString", value: true },
    failure("Unknown subscription property: toString"),
  ],
  ["text for a truth value", { property: "is_muted", value: "yes" }, failure("is_muted is not a boolean")],
  [
    "a truth value for a colour",
    { property: "color", value: true },
    failure("color is not a valid hex color code"),
  ],
  ["a colour by name", { property: "color", value: "red" }, failure("color is not a valid hex color code")],
  [
    "a number",
    { property: "is_muted", value: 1 },
    failure('Invalid subscription_data[0]["value"]', "REQUEST_VARIABLE_INVALID", {
      var_name: "subscription_data",
    }),
  ],
])("%s is refused", async (_what, data, expected) => {
  expect(await set({ stream_id: general, ...data })).toEqual(expected);
});

test("only of channels that one is subscribed to", async () => {
  const { body } = await ben.get("/get_stream_id", { stream: "elsewhere" });
  const refused = failure(`Not subscribed to channel ID ${body.stream_id}`);
  expect(await set({ stream_id: body.stream_id, property: "is_muted", value: true })).toEqual(refused);
});

test.each(["patch", "post"] as const)("one channel by %s", async (method) => {
  const change = async (value: object) =>
    (await ben[method](`/users/me/subscriptions/${random}`, value)).body;
  expect(await change({ property: "color", value: '"#ffeedd"' })).toEqual(success());
  expect(await change({ property: "is_muted", value: true })).toEqual(success());
  expect(await own(random)).toMatchObject({ color: "#ffeedd", is_muted: true });
  expect(await change({ property: "is_muted", value: false })).toEqual(success());
  expect(await change({ property: "pin_to_top", value: "up" })).toEqual(
    failure("pin_to_top is not a boolean"),
  );
  const unknown = await ben[method]("/users/me/subscriptions/999", { property: "is_muted", value: true });
  expect(unknown.body).toEqual(failure("Invalid channel ID"));
});

test("what one chose is there again after leaving and coming back", async () => {
  await set({ stream_id: random, property: "color", value: "#0a0b0c" });
  await ben.delete("/users/me/subscriptions", { subscriptions: ["random"] });
  await ben.post("/users/me/subscriptions", { subscriptions: [{ name: "random" }] });
  expect((await own(random)).color).toBe("#0a0b0c");
});

describe("adding and leaving in one go", () => {
  const change = async (form: object) => (await ben.patch("/users/me/subscriptions", form)).body;

  test("tells both", async () => {
    const outcome = await change({ add: [{ name: "joined", color: "#ff0000" }], delete: ["random"] });
    expect(outcome).toEqual(
      success({
        ...{ subscribed: { [ben.id]: ["joined"] }, already_subscribed: {} },
        ...{ removed: ["random"], not_removed: [] },
      }),
    );
    expect(await change({ delete: ["joined"] })).toMatchObject({ removed: ["joined"], subscribed: {} });
  });

  test("is all or nothing", async () => {
    const outcome = await change({ add: [{ name: "random" }], delete: ["nowhere"] });
    expect(outcome).toEqual(failure("Channel(s) (nowhere) do not exist"));
    expect(await own(random)).toBeUndefined();
    expect(await change({ add: [{ name: "made", color: "red" }] })).toEqual(
      failure("add.color is not a valid hex color code"),
    );
  });

  test("needs something to do", async () => {
    const nothing = failure('Nothing to do. Specify at least one of "add" or "delete".');
    expect(await change({})).toEqual(nothing);
    expect(await change({ add: [], delete: [] })).toEqual(nothing);
  });
});
