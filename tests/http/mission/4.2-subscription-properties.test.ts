import request from "supertest";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let ben: Client;
let cleo: Client;
let general: number;
let random: number;
let open: number;
let closed: number;

beforeAll(async () => {
  server = await startServer();
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  const idOf = async (stream: string) => (await ben.get("/get_stream_id", { stream })).body.stream_id;
  [general, random] = [await idOf("general"), await idOf("random")];
  const create = async (name: string, more: object) =>
    (await server.owner.post("/channels/create", { name, subscribers: [1], ...more })).body.id;
  [open, closed] = [await create("open", {}), await create("closed", { invite_only: true })];
});
afterAll(() => server.stop());

const path = "/users/me/subscriptions/properties";
const set = async (...data: unknown[]) => (await ben.post(path, { subscription_data: data })).body;
const own = async (id: number, who = ben) =>
  (await who.get("/users/me/subscriptions")).body.subscriptions.find(
    (one: { stream_id: number }) => one.stream_id === id,
  );
const update = (property: string, value: unknown, stream_id = general) => ({
  type: "subscription",
  op: "update",
  stream_id,
  property,
  value,
});
const invalid = (msg: string) => failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: "subscription_data" });

const settings: readonly (readonly [string, string | boolean])[] = [
  ["color", "#00AAff"],
  ["color", "#abc"],
  ...["pin_to_top", "desktop_notifications", "audible_notifications", "push_notifications"].flatMap(
    (property) => [true, false].map((value) => [property, value] as const),
  ),
  ...["email_notifications", "wildcard_mentions_notify"].flatMap((property) =>
    [false, true].map((value) => [property, value] as const),
  ),
];

shows(
  ["§4.2 key property", "§4.2 key value", "§4.2 note 4", "§6 event subscription update", "§6 note 2"],
  "each property is set, stored and sent to the user's clients alone",
  async () => {
    const [bensEvents, cleosEvents] = [
      await listenTo(ben, ["subscription"]),
      await listenTo(cleo, ["subscription"]),
    ];
    const others = await own(general, cleo);
    for (const [property, value] of settings) {
      expect(await set({ stream_id: general, property, value })).toEqual(success());
      expect(await bensEvents()).toEqual([update(property, value)]);
      expect((await own(general))[property]).toBe(value);
    }
    expect(await cleosEvents()).toEqual([]);
    expect(await own(general, cleo)).toEqual(others);
  },
);

shows(
  ["§4.2 note 2", "§4.2 note 3", "§6 event subscription update", "§9 deprecated in_home_view"],
  "is_muted and in_home_view are opposites, and a change of one sends both",
  async () => {
    const bensEvents = await listenTo(ben, ["subscription"]);
    for (const [property, value] of [
      ["is_muted", true],
      ["in_home_view", true],
      ["in_home_view", false],
      ["is_muted", false],
    ] as const) {
      expect(await set({ stream_id: general, property, value })).toEqual(success());
      const isMuted = property === "is_muted" ? value : !value;
      expect(await bensEvents()).toEqual([update("in_home_view", !isMuted), update("is_muted", isMuted)]);
      expect(await own(general)).toMatchObject({ is_muted: isMuted, in_home_view: !isMuted });
      const { body } = await ben.post("/register", { fetch_event_types: ["subscription"] });
      expect(body.subscriptions).toContainEqual(
        expect.objectContaining({ stream_id: general, is_muted: isMuted, in_home_view: !isMuted }),
      );
    }
  },
);

shows(
  ["§4.2 note 1", "§4.2 parameter subscription_data"],
  "changes several properties of several channels in order, so that the last value wins; none is a success",
  async () => {
    const bensEvents = await listenTo(ben, ["subscription"]);
    const changes = [
      { stream_id: general, property: "pin_to_top", value: true },
      { stream_id: random, property: "color", value: "#123456" },
      { stream_id: random, property: "color", value: "#654321" },
    ];
    expect(await set(...changes)).toEqual(success());
    expect(await bensEvents()).toEqual([
      update("pin_to_top", true),
      update("color", "#123456", random),
      update("color", "#654321", random),
    ]);
    expect([(await own(general)).pin_to_top, (await own(random)).color]).toEqual([true, "#654321"]);
    expect(await set()).toEqual(success());
    expect(await bensEvents()).toEqual([]);
  },
);

shows(
  ["§4.2 parameter subscription_data", "§4.2 key stream_id", "§4.2 key property", "§4.2 key value"],
  "subscription_data must be a list of objects with all three keys of the right types",
  async () => {
    expect((await ben.post(path)).body).toEqual(
      failure("Missing 'subscription_data' argument", "REQUEST_VARIABLE_MISSING", {
        var_name: "subscription_data",
      }),
    );
    const good = { stream_id: general, property: "is_muted", value: true };
    const refused = async (given: unknown) => (await ben.post(path, { subscription_data: given })).body;
    const first = "subscription_data[0]";
    expect(await refused("is_muted")).toEqual(invalid("subscription_data is not valid JSON"));
    expect(await refused(good)).toEqual(invalid("subscription_data is not a list"));
    expect(await refused([1])).toEqual(invalid(`${first} is not a dict`));
    for (const key of ["stream_id", "property", "value"])
      expect(await refused([{ ...good, [key]: undefined }])).toEqual(
        invalid(`${first}["${key}"] field is missing`),
      );
    expect(await refused([{ ...good, stream_id: "general" }])).toEqual(
      invalid(`${first}["stream_id"] is not an integer`),
    );
    expect(await refused([{ ...good, property: 1 }])).toEqual(
      invalid(`${first}["property"] is not a string`),
    );
    for (const value of [1, null, [], {}])
      expect(await refused([{ ...good, value }])).toEqual(invalid(`Invalid ${first}["value"]`));
  },
);

shows(["§4.2 key property", "§4.2 key value"], "refuses unknown properties and invalid values", async () => {
  const refused = (property: string, value: unknown) => set({ stream_id: general, property, value });
  for (const property of ["loudness", "toString", "name", "isMuted", ""])
    expect(await refused(property, true)).toEqual(failure(`Unknown subscription property: ${property}`));
  for (const property of ["is_muted", "in_home_view", "pin_to_top", "wildcard_mentions_notify"])
    for (const value of ["yes", "true", "#abcdef"])
      expect(await refused(property, value)).toEqual(failure(`${property} is not a boolean`));
  for (const color of ["red", "", "abcdef", "#ab", "#abcdef0", "#abcdeg", true])
    expect(await refused("color", color)).toEqual(failure("color is not a valid hex color code"));
});

shows(
  ["§4.2 key stream_id", "§4.2 note 1"],
  "refuses channels the user isn't subscribed to, answers alike for unreadable ones, and changes nothing",
  async () => {
    const bensEvents = await listenTo(ben, ["subscription"]);
    const before = await own(general);
    for (const [stream_id, msg] of [
      [open, `Not subscribed to channel ID ${open}`],
      [closed, "Invalid channel ID"],
      [999, "Invalid channel ID"],
    ] as const)
      expect(
        await set(
          { stream_id: general, property: "color", value: "#ffffff" },
          { stream_id, property: "pin_to_top", value: true },
        ),
      ).toEqual(failure(msg));
    expect(await own(general)).toEqual(before);
    expect(await bensEvents()).toEqual([]);
  },
);

shows("§4.2 note 4", "changes one channel's settings by POST, and by PATCH as in Zulip", async () => {
  for (const method of ["post", "patch"] as const) {
    const change = async (id: number, value: object) =>
      (await ben[method](`/users/me/subscriptions/${id}`, value)).body;
    const bensEvents = await listenTo(ben, ["subscription"]);
    expect(await change(random, { property: "color", value: "#ffeedd" })).toEqual(success());
    expect(await change(random, { property: "color", value: '"#ddeeff"' })).toEqual(success());
    expect(await change(random, { property: "is_muted", value: true })).toEqual(success());
    expect(await own(random)).toMatchObject({ color: "#ddeeff", is_muted: true });
    expect(await change(random, { property: "in_home_view", value: true })).toEqual(success());
    expect(await bensEvents()).toEqual([
      update("color", "#ffeedd", random),
      update("color", "#ddeeff", random),
      update("in_home_view", false, random),
      update("is_muted", true, random),
      update("in_home_view", true, random),
      update("is_muted", false, random),
    ]);
    expect(await change(random, { property: "pin_to_top", value: "up" })).toEqual(
      failure("pin_to_top is not a boolean"),
    );
    expect(await change(999, { property: "is_muted", value: true })).toEqual(failure("Invalid channel ID"));
    expect(await change(closed, { property: "is_muted", value: true })).toEqual(
      failure("Invalid channel ID"),
    );
    expect(await change(random, { property: "is_muted" })).toEqual(
      failure("Missing 'value' argument", "REQUEST_VARIABLE_MISSING", { var_name: "value" }),
    );
  }
});

shows("§4.2 parameter subscription_data", "reads JSON from a form and from a multipart body", async () => {
  const data = (value: boolean) =>
    JSON.stringify([{ stream_id: general, property: "push_notifications", value }]);
  const post = () => request(server.http).post(`/api/v1${path}`).auth(ben.email, ben.apiKey);
  expect((await post().send(`subscription_data=${encodeURIComponent(data(false))}`)).body).toEqual(success());
  expect((await own(general)).push_notifications).toBe(false);
  expect((await post().field("subscription_data", data(true))).body).toEqual(success());
  expect((await own(general)).push_notifications).toBe(true);
  expect((await request(server.http).post(`/api/v1${path}`)).status).toBe(401);
});
