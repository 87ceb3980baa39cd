import { failure, listenTo, success } from "../../support/http/event-queue";
import type { Client } from "../../support/http/http-application";
import { startPushServer } from "../../support/http/push-application";
import { decrypt, newPushKey, sealFor } from "../../support/servers/push/sealed-box";

let push: Awaited<ReturnType<typeof startPushServer>>;
let ben: Client;
const problems: unknown[] = [];

beforeAll(async () => {
  push = await startPushServer({ onError: (error) => problems.push(error) });
});
beforeEach(async () => {
  push.peer.script.take();
  ben = await push.server.newMember(`Ben ${Math.random()}`);
});
afterAll(() => push.stop());

const newDevice = (who = ben) => push.newDevice(who);
const tokenFields = (more: object = {}) => ({ ...push.tokenFields(), ...more });
const register = (deviceId: number, more: object, who = ben) => push.register(who, deviceId, more);
const devicesOf = async (who = ben) =>
  (await who.post("/register", { event_types: [], fetch_event_types: ["device"] })).body.devices;
/** All devices share one address here. */
const decryptIfOurs = (key: string, encrypted: unknown) => {
  try {
    return [decrypt(key, encrypted)];
  } catch {
    return [];
  }
};
const testEncrypted = async (more: object = {}, who = ben) =>
  (await who.post("/mobile_push/e2ee/test_notification", more)).body;

const blank = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

describe("devices (§4.22)", () => {
  test("a device is announced, registered and removed, with an event for its user at each step", async () => {
    const events = await listenTo(ben, ["device"]);
    const id = await newDevice();
    expect(await devicesOf()).toEqual({ [id]: blank });
    const key = newPushKey();
    const fields = tokenFields();
    expect(await register(id, { push_key: key, push_key_id: 2408, ...fields })).toEqual(success());
    const pending = {
      push_key_id: 2408,
      pending_push_token_id: "hGsEWGmyyfI=",
      push_registration_error_code: null,
      push_token_last_updated_timestamp: expect.any(Number),
    };
    expect(await devicesOf()).toEqual({ [id]: { ...blank, ...pending } });
    expect(await register(id, fields)).toEqual(failure("A registration for the device already in progress."));
    await push.deliver();
    const done = {
      push_token_id: "hGsEWGmyyfI=",
      pending_push_token_id: null,
      push_registration_error_code: null,
    };
    expect(await devicesOf()).toEqual({ [id]: { ...blank, ...pending, ...done } });
    expect(await register(id, { push_key: key, push_key_id: 2408, ...fields })).toEqual(success());
    expect((await ben.post("/remove_client_device", { device_id: id })).body).toEqual(success());
    expect(await devicesOf()).toEqual({});
    const event = { type: "device", device_id: id };
    expect(await events()).toEqual([
      { ...event, op: "add" },
      { ...event, op: "update", ...pending },
      { ...event, op: "update", ...done },
      { ...event, op: "remove" },
    ]);
  });

  test("key and token can be changed separately once there is a registration", async () => {
    const id = await newDevice();
    const first = { push_key: newPushKey(), push_key_id: 1 };
    await register(id, { ...first, ...tokenFields() });
    await push.deliver();
    const events = await listenTo(ben, ["device"]);
    const second = { push_key: newPushKey(), push_key_id: 4_294_967_295 };
    expect(await register(id, second)).toEqual(success());
    expect(await register(id, tokenFields({ token_id: "AAAAAAAAAAI=" }))).toEqual(success());
    await push.deliver();
    expect(await devicesOf()).toMatchObject({
      [id]: { push_key_id: 4_294_967_295, push_token_id: "AAAAAAAAAAI=", pending_push_token_id: null },
    });
    const event = { type: "device", op: "update", device_id: id };
    expect(await events()).toEqual([
      { ...event, push_key_id: 4_294_967_295 },
      {
        ...event,
        pending_push_token_id: "AAAAAAAAAAI=",
        push_registration_error_code: null,
        push_token_last_updated_timestamp: expect.any(Number),
      },
      {
        ...event,
        push_token_id: "AAAAAAAAAAI=",
        pending_push_token_id: null,
        push_registration_error_code: null,
      },
    ]);
    await testEncrypted({ device_id: id });
    const [arrival] = push.peer.script.take();
    expect(arrival?.payload.push_key_id).toBe(4_294_967_295);
    expect(decrypt(second.push_key, arrival?.payload.encrypted_data)).toMatchObject({ type: "test" });
  });

  test.each([
    [
      "under another key than the bouncer's",
      "INVALID_BOUNCER_PUBLIC_KEY",
      () => ({ bouncer_public_key: "a" }),
    ],
    ["that isn't encrypted", "BAD_REQUEST", () => ({ encrypted_push_registration: "aGVsbG8=" })],
    [
      "from yesterday",
      "REQUEST_EXPIRED",
      () => ({
        encrypted_push_registration: sealFor(push.peer.keys.publicKey, {
          token: "a",
          timestamp: 1_700_000_000,
        }),
      }),
    ],
  ])("a registration %s fails with a code, and can be retried", async (_how, code, more) => {
    const id = await newDevice();
    const events = await listenTo(ben, ["device"]);
    await register(id, { push_key: newPushKey(), push_key_id: 1, ...tokenFields(more()) });
    await push.deliver();
    expect(await devicesOf()).toMatchObject({
      [id]: { push_token_id: null, push_registration_error_code: code },
    });
    expect((await events()).at(-1)).toEqual({
      type: "device",
      op: "update",
      device_id: id,
      push_registration_error_code: code,
    });
    expect(await register(id, tokenFields())).toEqual(success());
    await push.deliver();
    expect(await devicesOf()).toMatchObject({
      [id]: { push_token_id: "hGsEWGmyyfI=", push_registration_error_code: null },
    });
  });

  test.each([
    [{}, "Missing parameters: must provide either all push key fields, all token fields, or both.", "BAD_REQUEST", {}],
    [{ push_key: "MQ==", push_key_id: 1 }, "Invalid `push_key`", "REQUEST_VARIABLE_INVALID", { var_name: "push_key" }],
    [{ push_key: "no base64", push_key_id: 1 }, "Invalid `push_key`", "REQUEST_VARIABLE_INVALID", { var_name: "push_key" }],
    [{ push_key_id: 4_294_967_296 }, "Not a valid unsigned 32-bit integer", "REQUEST_VARIABLE_INVALID", { var_name: "push_key_id" }],
    [{ token_kind: "web" }, "Invalid token_kind", "REQUEST_VARIABLE_INVALID", { var_name: "token_kind" }],
    [{ token_id: "?" }, "`token_id` is not Base64 encoded", "REQUEST_VARIABLE_INVALID", { var_name: "token_id" }],
    [{ token_id: "AAAA" }, "Invalid `token_id`", "REQUEST_VARIABLE_INVALID", { var_name: "token_id" }],
  ])("refuses %j", async (more, msg, code, also) => {
    const id = await newDevice();
    expect(await register(id, more)).toEqual(failure(msg, code, also));
    expect(await devicesOf()).toEqual({ [id]: blank });
  }); // biome-ignore format: a table reads best with a row a line

  test("keys and tokens are encrypted in storage and not in events", async () => {
    const id = await newDevice();
    const key = newPushKey();
    await register(id, { push_key: key, push_key_id: 1, ...tokenFields() });
    await push.deliver();
    const { rows } = await push.server.database.db.raw(
      "SELECT (SELECT json_agg(d) FROM client_devices d)::text || (SELECT json_agg(e) FROM events e)::text AS all",
    );
    expect(rows[0].all).toContain("hGsEWGmyyfI=");
    expect(rows[0].all).not.toContain(key);
    expect(rows[0].all).not.toContain(Buffer.from(key, "base64").subarray(1).toString("base64"));
  });
});

describe("device tokens (§4.20)", () => {
  test("Android tokens can be added and removed, and the bouncer is informed", async () => {
    const add = (token: string) => ben.post("/users/me/android_gcm_reg_id", { token });
    const remove = (token: string) => ben.delete("/users/me/android_gcm_reg_id", { token });
    expect((await add("android-a")).body).toEqual(success());
    await push.deliver();
    expect([...push.peer.tokens.keys()].filter((token) => token.endsWith("android-a"))).toHaveLength(1);
    expect((await remove("android-b")).body).toEqual(failure("Token does not exist"));
    expect((await remove("android-a")).body).toEqual(success());
    await push.deliver();
    expect([...push.peer.tokens.keys()].filter((token) => token.endsWith("android-a"))).toEqual([]);
  });

  test("Apple tokens are hexadecimal in any case, and name their app", async () => {
    const add = (more: object) => ben.post("/users/me/apns_device_token", more);
    expect((await add({ token: "C0FFEE", appid: "org.example.App" })).body).toEqual(success());
    await push.deliver();
    expect((await add({ token: "xyz", appid: "org.example.App" })).body).toEqual(
      failure("Invalid APNS token"),
    );
    expect((await add({ token: "C0FFEE" })).body).toEqual(
      failure("Missing 'appid' argument", "REQUEST_VARIABLE_MISSING", { var_name: "appid" }),
    );
    expect((await add({ token: "C0FFEE", appid: "* -- +" })).body).toEqual(
      failure("Invalid app ID", "REQUEST_VARIABLE_INVALID", { var_name: "appid" }),
    );
    expect((await ben.delete("/users/me/apns_device_token", { token: "c0ffee" })).body).toEqual(success());
  });

  test("a browser subscribes with the server's key and a valid subscription", async () => {
    const { public_key: key } = (await ben.get("/users/me/web_push_subscriptions/key")).body;
    expect(Buffer.from(key, "base64url")).toHaveLength(65);
    const sound = { endpoint: "https://push.example.com/1", p256dh: key, auth: "A".repeat(22) };
    const add = async (more: object) =>
      (await ben.post("/users/me/web_push_subscriptions", { ...sound, ...more })).body;
    const unsound = failure("Invalid push subscription");
    expect(await add({ auth: "A".repeat(21) })).toEqual(unsound);
    expect(await add({})).toEqual(success());
    const { endpoint } = sound;
    expect((await ben.delete("/users/me/web_push_subscriptions", { endpoint })).body).toEqual(success());
  });
});

test("users see their devices' state: pending, registered or failed, and nobody else's", async () => {
  const devices = async () => (await ben.get("/users/me/push_devices")).body.devices;
  expect(await devices()).toEqual([]);
  await ben.post("/users/me/android_gcm_reg_id", { token: "seen-1" });
  const plain = {
    service: "fcm",
    is_encrypted: false,
    device_id: null,
    token: "seen-1",
    app_id: null,
    error_code: null,
    added_at: expect.any(Number),
  };
  expect(await devices()).toEqual([{ ...plain, state: "waiting" }]);
  await push.deliver();
  expect(await devices()).toEqual([{ ...plain, state: "active" }]);
  await ben.delete("/users/me/android_gcm_reg_id", { token: "seen-1" });
  const id = await newDevice();
  const device = { ...plain, is_encrypted: true, device_id: id, token: null };
  expect(await devices()).toEqual([{ ...device, service: null, state: "waiting" }]);
  const fields = { push_key: newPushKey(), push_key_id: 7, ...tokenFields() };
  await register(id, { ...fields, bouncer_public_key: Buffer.alloc(32).toString("base64") });
  await push.deliver();
  expect(await devices()).toEqual([
    { ...device, service: "fcm", state: "failed", error_code: "INVALID_BOUNCER_PUBLIC_KEY" },
  ]);
  await register(id, fields);
  await push.deliver();
  expect(await devices()).toEqual([{ ...device, service: "fcm", state: "active" }]);
  const cleo = await push.server.newMember(`Cleo ${Math.random()}`);
  expect((await cleo.get("/users/me/push_devices")).body.devices).toEqual([]);
});

describe("message notifications", () => {
  const registered = async () => {
    const id = await newDevice();
    const key = newPushKey();
    await register(id, { push_key: key, push_key_id: 3, ...tokenFields() });
    await ben.post("/users/me/android_gcm_reg_id", { token: "android-m" });
    await push.deliver();
    return key;
  };
  const write = async (content: string): Promise<number> =>
    (await push.server.owner.post("/messages", { type: "direct", to: [ben.id], content })).body.id;

  test("reach both kinds of devices, and are withdrawn when the message is read elsewhere", async () => {
    const key = await registered();
    const id = await write("see **you**");
    await push.deliver();
    const arrivals = push.peer.script.take();
    const [readable] = arrivals.filter(({ address }) => address === "android-m");
    const [encrypted] = arrivals.filter(({ address }) => address === "android-9");
    expect(arrivals).toHaveLength(2);
    expect(readable?.payload).toMatchObject({
      event: "message",
      zulip_message_id: id,
      content: "see you",
      sender_full_name: "Olive Owner",
      recipient_type: "private",
      realm_uri: "http://chat.example.com",
      server: "chat.example.com",
    });
    expect(JSON.stringify(encrypted)).not.toContain("see you");
    expect(decrypt(key, encrypted?.payload.encrypted_data)).toMatchObject({
      type: "message",
      message_id: id,
      content: "see you",
      recipient_type: "direct",
      recipient_user_ids: [push.server.owner.id, ben.id],
    });
    await ben.post("/messages/flags", { op: "add", flag: "read", messages: [id] });
    await push.deliver();
    const removals = push.peer.script.take();
    expect(removals.map(({ address }) => address).sort()).toEqual(["android-9", "android-m"]);
    const [removal] = removals.filter(({ address }) => address === "android-9");
    expect(decrypt(key, removal?.payload.encrypted_data)).toMatchObject({
      type: "remove",
      message_ids: [id],
    });
  });

  test("go to people mentioned by name, group or wildcard, and by an edit", async () => {
    const key = await registered();
    const { body } = await push.server.owner.get("/users/me/subscriptions");
    const [channel] = body.subscriptions;
    const { full_name: name } = (await ben.get("/users/me")).body;
    await ben.post("/users/me/subscriptions", { subscriptions: [{ name: channel.name }] });
    const group = `cooks ${ben.id}`;
    await push.server.owner.post("/user_groups/create", { name: group, description: "", members: [ben.id] });
    const say = async (content: string): Promise<number> =>
      (
        await push.server.owner.post("/messages", {
          type: "channel",
          to: channel.stream_id,
          topic: "lunch",
          content,
        })
      ).body.id;
    const silent = await say(`@_**${name}** and nobody`);
    await push.deliver();
    const ids = [await say(`@**${name}** soup`), await say(`@*${group}* soup`), await say("@**all** soup")];
    await push.server.owner.patch(`/messages/${silent}`, { content: `@**${name}** after all` });
    await push.server.owner.patch(`/messages/${ids[0]}`, { content: `@**${name}** more soup` });
    await push.deliver();
    const plain = push.peer.script
      .take()
      .filter(({ address }) => address === "android-9")
      .flatMap(({ payload }) => decryptIfOurs(key, payload.encrypted_data));
    const message = {
      type: "message",
      recipient_type: "channel",
      topic: "lunch",
      channel_id: channel.stream_id,
      channel_name: channel.name,
    };
    expect(plain.map((one) => one.message_id)).toEqual([...ids, silent]);
    expect(plain[0]).toMatchObject({ ...message, content: expect.stringContaining("more soup") });
    expect(plain[0]).not.toHaveProperty("mentioned_user_group_id");
    expect(plain[1]).toMatchObject({ ...message, mentioned_user_group_name: group });
    await push.server.owner.patch(`/messages/${silent}`, { content: `@**${name}** once is enough` });
    await push.deliver();
    expect(push.peer.script.take()).toEqual([]);
  });

  test("that are pending when the server stops are sent by the next process", async () => {
    await registered();
    push.peer.script.fail({ does: "reset" }, { does: "reset" });
    await write("later");
    await push.deliver();
    expect(push.peer.script.take()).toEqual([]);
    await push.server.database.db.raw("UPDATE jobs SET due_at = 0");
    const next = await push.server.restarted();
    await next.services.jobRunner.runDue();
    expect(push.peer.script.take()).toHaveLength(2);
    expect(problems).not.toEqual([]);
    await next.close();
  });
});
