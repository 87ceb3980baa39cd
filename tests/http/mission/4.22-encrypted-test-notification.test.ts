import request from "supertest";
import { aUser } from "../../support/builders/entities";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer } from "../../support/http/http-application";
import { startPushServer } from "../../support/http/push-application";
import { shows } from "../../support/mission/levels";
import type { Fault } from "../../support/servers/push/faults";
import { decrypt, newPushKey } from "../../support/servers/push/sealed-box";

let push: Awaited<ReturnType<typeof startPushServer>>;
let ben: Client;
let people = 0;

beforeAll(async () => {
  push = await startPushServer();
});
beforeEach(async () => {
  push.peer.script.take();
  people += 1;
  ben = await push.server.newMember(`Ben ${people}`);
});
afterAll(() => push.stop());

const path = "/mobile_push/e2ee/test_notification";
const test = async (form: object = {}, who = ben) => (await who.post(path, form)).body;
const addresses = () => push.peer.script.take().map(({ address }) => address);
const none = failure("No active registered push device", "NO_ACTIVE_PUSH_DEVICE");

shows(
  ["§4.22 note 1", "§4.22 note 2", "§9 level of E2EE test notification"],
  "only the device can decrypt the notification: its type, user, organization and time",
  async () => {
    const { id, key, keyId, address } = await push.encryptedDevice(ben);
    const now = Math.floor(Date.now() / 1000);
    expect(await test({ device_id: id })).toEqual(success());
    const [arrival, ...more] = push.peer.script.take();
    expect(more).toEqual([]);
    expect(arrival).toEqual({
      address,
      payload: { push_key_id: keyId, encrypted_data: expect.any(String) },
      headers: { fcm_priority: "high" },
    });
    const plain = decrypt(key, arrival?.payload.encrypted_data);
    expect(plain).toEqual({
      type: "test",
      realm_name: "Example",
      realm_url: "http://chat.example.com",
      user_id: ben.id,
      time: expect.any(Number),
    });
    expect(Math.abs(Number(plain.time) - now)).toBeLessThan(60);
    expect((await ben.get("/server_settings")).body.zulip_feature_level).toBeGreaterThanOrEqual(468);
  },
);

shows(
  "§4.22 parameter device_id",
  "device_id selects one device, no device_id all of the caller's and nobody else's",
  async () => {
    const [first, second] = [await push.encryptedDevice(ben), await push.encryptedDevice(ben)];
    const theirs = await push.encryptedDevice(push.server.owner);
    await push.readableDevice(ben, "android-one");
    expect(await test({ device_id: second.id })).toEqual(success());
    expect(addresses()).toEqual([second.address]);
    expect(await test()).toEqual(success());
    expect(addresses()).toEqual([first.address, second.address]);
    expect(await test({ device_id: theirs.id })).toEqual(none);
    expect(addresses()).toEqual([]);
  },
);

shows(
  ["§4.22 parameter device_id", "§9 level of E2EE test notification"],
  "the old name push_account_id is an unsupported parameter, so all devices are notified",
  async () => {
    const { address } = await push.encryptedDevice(ben);
    expect(await test({ push_account_id: 1 })).toEqual(
      success({ ignored_parameters_unsupported: ["push_account_id"] }),
    );
    expect(addresses()).toEqual([address]);
  },
);

shows(
  "§4.22 parameter device_id",
  "device_id may come in a form, a multipart body or the query",
  async () => {
    const [{ id, address }] = [await push.encryptedDevice(ben), await push.encryptedDevice(ben)];
    const send = () => request(push.server.http).post(`/api/v1${path}`).auth(ben.email, ben.apiKey);
    for (const answer of [
      await send().type("form").send({ device_id: id }),
      await send().field("device_id", id),
      await send().query({ device_id: id }),
    ])
      expect(answer.body).toEqual(success());
    expect(addresses()).toEqual([address, address, address]);
  },
);

shows("§4.22 parameter device_id", "device_id must be an integer", async () => {
  await push.encryptedDevice(ben);
  for (const [wrong, msg] of [
    ["1.5", "device_id is not an integer"],
    ["[1]", "device_id is not an integer"],
    ["null", "device_id is not an integer"],
    ["true", "device_id is not an integer"],
    ["one", "device_id is not valid JSON"],
    ["", "device_id is not valid JSON"],
  ] as const)
    expect(await test({ device_id: wrong })).toEqual(
      failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: "device_id" }),
    );
  expect(addresses()).toEqual([]);
});

shows(
  ["§7 error NO_ACTIVE_PUSH_DEVICE, no registered device for the user", "§4.22 note 2"],
  "finds no device before one is registered, and after it was removed or the relay forgot it",
  async () => {
    const answer = await ben.post(path);
    expect([answer.status, answer.body]).toEqual([400, none]);
    const [known, pending] = [await push.newDevice(ben), await push.newDevice(ben)];
    await push.readableDevice(ben, "android-two");
    await push.register(ben, pending, { push_key: newPushKey(), push_key_id: 9, ...push.tokenFields() });
    for (const form of [{}, { device_id: known }, { device_id: pending }, { device_id: -1 }])
      expect(await test(form)).toEqual(none);
    const [removed, forgotten] = [await push.encryptedDevice(ben), await push.encryptedDevice(ben)];
    await ben.post("/remove_client_device", { device_id: removed.id });
    expect(await test({ device_id: removed.id })).toEqual(none);
    push.peer.devices.clear();
    expect(await test()).toEqual(none);
    const { devices } = (await ben.post("/register", { event_types: [], fetch_event_types: ["device"] }))
      .body;
    expect(devices).toMatchObject({ [forgotten.id]: { push_key_id: forgotten.keyId, push_token_id: null } });
  },
);

shows("§4.22 note 2", "notifies the other devices if the relay forgot one of several", async () => {
  await push.encryptedDevice(ben);
  push.peer.devices.clear();
  const remembered = await push.encryptedDevice(ben);
  expect(await test()).toEqual(success());
  expect(addresses()).toEqual([remembered.address]);
});

const down = "Network error while connecting to Zulip push notification service.";
const broken = "Internal server error on Zulip push notification service, retry later.";
const misconfigured =
  "Push notification configuration issue on server, contact the server administrator or retry later.";

/** Both endpoints answer these faults with this; nothing arrives, and the device stays registered. */
const answersTo = async (faults: readonly Fault[], status: number, body: object): Promise<void> => {
  const { id, address } = await push.encryptedDevice(ben);
  const token = await push.readableDevice(ben, `android of ${ben.id}`);
  for (const [endpoint, form] of [
    [path, { device_id: id }],
    ["/mobile_push/test_notification", { token }],
  ] as const) {
    push.peer.script.fail(...faults);
    const answer = await ben.post(endpoint, form);
    expect([answer.status, answer.body]).toEqual([status, body]);
  }
  expect(addresses()).toEqual([]);
  expect(await test({ device_id: id })).toEqual(success());
  expect(addresses()).toEqual([address]);
};

const refusals: readonly (readonly [string, Fault])[] = [
  ["invalid credentials", { does: "answer", status: 401, body: { code: "INVALID_ZULIP_SERVER", msg: "no" } }],
  [
    "an expired plan",
    { does: "answer", status: 400, body: { code: "PUSH_NOTIFICATIONS_DISALLOWED", msg: "Plan" } },
  ],
];
for (const [what, fault] of refusals)
  shows(
    [
      "§7 error ADMIN_ACTION_REQUIRED, push configuration issue on the server (invalid credentials, expired plan, unregistered organization)",
      "§4.22 note 2",
    ],
    `reports a relay that refuses with ${what}`,
    () => answersTo([fault], 403, failure(misconfigured, "ADMIN_ACTION_REQUIRED")),
  );

shows(
  "§7 error ADMIN_ACTION_REQUIRED, push configuration issue on the server (invalid credentials, expired plan, unregistered organization)",
  "an organization the relay doesn't know even after registering again needs the server's administrator",
  async () => {
    const { id, address } = await push.encryptedDevice(ben);
    const { realms } = push.peer;
    const known = [...realms];
    const add = realms.add.bind(realms);
    realms.clear();
    realms.add = () => realms;
    const answer = await ben.post(path, { device_id: id });
    expect([answer.status, answer.body]).toEqual([403, failure(misconfigured, "ADMIN_ACTION_REQUIRED")]);
    expect(addresses()).toEqual([]);
    realms.add = add;
    expect(await test({ device_id: id })).toEqual(success());
    expect([addresses(), [...realms]]).toEqual([[address], known]);
  },
);

shows(
  ["§7 error FAILED_TO_CONNECT_BOUNCER, network error reaching the push relay", "§4.22 note 2"],
  "reports a reset connection to the relay",
  () => answersTo([{ does: "reset" }], 502, failure(down, "FAILED_TO_CONNECT_BOUNCER")),
);

for (const status of [500, 503])
  shows(
    ["§7 error INTERNAL_SERVER_ERROR_ON_BOUNCER, 5xx error on the push relay", "§4.22 note 2"],
    `reports status ${status} from the relay`,
    () => answersTo([{ does: "answer", status }], 502, failure(broken, "INTERNAL_SERVER_ERROR_ON_BOUNCER")),
  );

shows("§4.22 note 1", "allows users, including guests, but not bots, and requires a key", async () => {
  const gus = aUser({ id: 900, email: "gus@example.com", role: "guest" });
  await push.server.append({ type: "user_created", user: gus });
  const guest = push.server.clientOf(gus);
  const { id, address } = await push.encryptedDevice(guest);
  expect(await test({ device_id: id }, guest)).toEqual(success());
  expect(addresses()).toEqual([address]);
  const { api_key } = (
    await ben.post("/bots", { full_name: `Robot ${people}`, short_name: `robot${people}`, bot_type: 1 })
  ).body;
  const send = request(push.server.http).post(`/api/v1${path}`);
  expect((await send.auth(`robot${people}-bot@chat.example.com`, api_key)).body).toEqual(
    failure("This endpoint does not accept bot requests."),
  );
  const nobody = await request(push.server.http).post(`/api/v1${path}`);
  expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHORIZED"]);
});

shows("§4.22 note 2", "a server without push notifications has no registered devices", async () => {
  const bare = await startServer();
  expect(await test({}, bare.owner)).toEqual(none);
  await bare.stop();
});
