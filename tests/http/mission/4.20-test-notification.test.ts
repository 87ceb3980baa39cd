import request from "supertest";
import { aUser } from "../../support/builders/entities";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer } from "../../support/http/http-application";
import { startPushServer } from "../../support/http/push-application";
import { shows } from "../../support/mission/levels";

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

const test = async (form: object = {}, who = ben) =>
  (await who.post("/mobile_push/test_notification", form)).body;
const addresses = () => push.peer.script.take().map(({ address }) => address);
const unknown = failure("Device not recognized", "INVALID_PUSH_DEVICE_TOKEN");

shows(
  ["§4.20 note 1", "§9 deprecated /mobile_push/test_notification"],
  "still works beside the encrypted endpoint, and sends the event `test` with the organization's name",
  async () => {
    const token = await push.readableDevice(ben, "android-one");
    expect(await test({ token, zest: 1 })).toEqual(success({ ignored_parameters_unsupported: ["zest"] }));
    const { body } = await ben.post("/register", { event_types: [], fetch_event_types: ["realm"] });
    expect(push.peer.script.take()).toEqual([
      {
        address: "android-one",
        headers: {},
        payload: {
          event: "test",
          realm_name: "Example",
          user_id: ben.id,
          realm_url: body.realm_url,
          realm_uri: body.realm_url,
          server: "chat.example.com",
          realm_id: push.server.realmId,
        },
      },
    ]);
  },
);

shows(
  "§4.20 parameter token",
  "a token selects one device, no token all of the caller's and nobody else's",
  async () => {
    const token = await push.readableDevice(ben, "android-a");
    await push.readableDevice(ben, "android-b");
    await ben.post("/users/me/apns_device_token", { token: "c0ffee", appid: "org.example.App" });
    await push.encryptedDevice(ben);
    await push.readableDevice(push.server.owner, "android-of-the-owner");
    expect(await test({ token })).toEqual(success());
    expect(addresses()).toEqual(["android-a"]);
    expect(await test()).toEqual(success());
    expect(addresses().sort()).toEqual(["android-a", "android-b", "c0ffee"]);
  },
);

shows("§4.20 parameter token", "succeeds without a device if no token is given", async () => {
  expect(await test()).toEqual(success());
  expect(addresses()).toEqual([]);
});

shows(
  ["§7 error INVALID_PUSH_DEVICE_TOKEN, token not recognized by the server", "§4.20 note 1"],
  "refuses tokens the caller never registered or has removed",
  async () => {
    const token = await push.readableDevice(ben, "android-c");
    const theirs = await push.readableDevice(push.server.owner, "android-d");
    await ben.delete("/users/me/android_gcm_reg_id", { token });
    for (const one of [token, theirs, "", "never seen"]) {
      const answer = await ben.post("/mobile_push/test_notification", { token: one });
      expect([answer.status, answer.body]).toEqual([400, unknown]);
    }
    expect(addresses()).toEqual([]);
  },
);

shows(
  ["§7 error INVALID_REMOTE_PUSH_DEVICE_TOKEN, token not recognized by the push relay", "§4.20 note 1"],
  "reports a token the relay has forgotten, removes it, and still notifies the other devices",
  async () => {
    const token = await push.readableDevice(ben, "android-e");
    await push.readableDevice(ben, "android-f");
    for (const key of push.peer.tokens.keys()) if (key.endsWith(token)) push.peer.tokens.delete(key);
    const answer = await ben.post("/mobile_push/test_notification");
    expect([answer.status, answer.body]).toEqual([
      400,
      failure("Device not recognized by the push bouncer", "INVALID_REMOTE_PUSH_DEVICE_TOKEN"),
    ]);
    expect(addresses()).toEqual(["android-f"]);
    expect(await test({ token })).toEqual(unknown);
    await push.readableDevice(ben, token);
    expect(await test({ token })).toEqual(success());
  },
);

shows("§4.20 note 1", "allows users, including guests, but not bots, and requires a key", async () => {
  const gus = aUser({ id: 900, email: "gus@example.com", role: "guest" });
  await push.server.append({ type: "user_created", user: gus });
  const guest = push.server.clientOf(gus);
  const token = await push.readableDevice(guest, "android-g");
  expect(await test({ token }, guest)).toEqual(success());
  const { user_id, api_key } = (
    await ben.post("/bots", { full_name: `Robot ${people}`, short_name: `robot${people}`, bot_type: 1 })
  ).body;
  const path = "/api/v1/mobile_push/test_notification";
  const asBot = request(push.server.http).post(path).auth(`robot${people}-bot@chat.example.com`, api_key);
  expect([user_id, (await asBot).body]).toEqual([
    expect.any(Number),
    failure("This endpoint does not accept bot requests."),
  ]);
  const nobody = await request(push.server.http).post(path);
  expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHORIZED"]);
});

shows(
  "§4.20 note 1",
  "a server without push notifications stores tokens and answers that its administrator must act",
  async () => {
    const bare = await startServer();
    await bare.owner.post("/users/me/android_gcm_reg_id", { token: "android-h" });
    const { status, body } = await bare.owner.post("/mobile_push/test_notification");
    expect([status, body.code]).toEqual([403, "ADMIN_ACTION_REQUIRED"]);
    await bare.stop();
  },
);
