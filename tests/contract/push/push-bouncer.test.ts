import * as E from "fp-ts/Either";
import { bouncerRelay } from "../../../src/adapters/push/bouncer/bouncer-relay";
import { registerServer } from "../../../src/adapters/push/bouncer/server-registration";
import { userUuid } from "../../../src/adapters/push/bouncer/user-uuid";
import { loadCipher } from "../../../src/adapters/push/payload/encryption";
import type { PushRelay } from "../../../src/application/ports/push/push-relay";
import { bouncerPeer, bouncerServer } from "../../support/servers/push/bouncer-peer";
import { pushPeerHttp } from "../../support/servers/push/http";
import { pushEncryptionContract } from "./push-encryption.contract";
import {
  aDeviceTarget,
  aRegisteredRealm,
  aTokenTarget,
  deliveryOf,
  networkRelayContract,
  realm,
  removal,
  testNotice,
  theMessage,
} from "./push-relay.contract";

let peer: Awaited<ReturnType<typeof bouncerPeer>>;
let relay: PushRelay;

const newRelay = (serverKey = bouncerServer.serverKey) =>
  bouncerRelay({
    http: pushPeerHttp(),
    url: peer.url,
    ...bouncerServer,
    serverKey,
    realmsWith: async ({ id }) => [{ ...aRegisteredRealm, id }],
    secret: "a secret of thirty-two characters or more",
    version: { version: "12.0", featureLevel: 496 },
  });

const android = aTokenTarget("fcm", "android-1");
const apple = aTokenTarget("apns", "c0ffee01");
const address = (service: "apns" | "fcm", token: string) => ({
  service,
  token,
  appId: service === "apns" ? "org.example.app" : null,
});

beforeAll(async () => {
  await loadCipher();
  peer = await bouncerPeer();
  relay = newRelay();
  expect(await relay.introduce(realm, 10, address("fcm", "android-1"))).toEqual({ outcome: "sent" });
  expect(await relay.introduce(realm, 10, address("apns", "c0ffee01"))).toEqual({ outcome: "sent" });
});
afterAll(() => peer.close());

describe.each([
  ["android", android, aTokenTarget("fcm", "android-2")],
  ["apple", apple, aTokenTarget("apns", "c0ffee02")],
] as const)("any relay, for %s", (_name, known, unknown) =>
  networkRelayContract(() => ({
    relay,
    script: peer.script,
    known,
    unknown,
    read: (payload) => {
      const custom = payload.custom as { readonly zulip: Record<string, unknown> } | undefined;
      const own = custom?.zulip ?? payload;
      return { kind: own.message_ids === undefined ? own.event : "message", userId: own.user_id };
    },
    says: (status) => ({ does: "answer", status, body: { result: "error", msg: "?", code: "?" } }),
  })),
);

describe.each([
  ["android", "fcm", "android-1", null],
  ["apple", "apns", "c0ffee01", "org.example.app"],
] as const)("encryption, for %s", (_name, service, token, appId) =>
  pushEncryptionContract(() => ({
    relay,
    script: peer.script,
    service,
    token,
    appId,
    publicKey: peer.keys.publicKey,
    keyIdOf: ({ payload }) => payload.push_key_id,
  })),
);

test("introduces a realm that the bouncer doesn't know, with all required facts", async () => {
  peer.realms.clear();
  const before = peer.requests.length;
  const device = aDeviceTarget({ tokenId: "AAAAAAAAAAE=" });
  expect(await relay.deliver(deliveryOf(theMessage(), device))).toEqual([{ outcome: "sent" }]);
  const asked = peer.requests.slice(before);
  expect(asked.map(({ path }) => path.split("/remotes/")[1])).toEqual([
    "push/e2ee/notify",
    "server/analytics",
    "push/e2ee/notify",
  ]);
  const form = new URLSearchParams(asked[1]?.body.toString("utf8"));
  expect(JSON.parse(form.get("realms") ?? "")).toEqual([
    {
      id: 4,
      uuid: realm.uuid,
      uuid_owner_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: aRegisteredRealm.name,
      url: "https://chat.example.com",
      host: "chat.example.com",
      org_type: 0,
      date_created: aRegisteredRealm.createdAt / 1000,
      deactivated: false,
      is_system_bot_realm: false,
      authentication_methods: {},
    },
  ]);
  peer.script.take();
});

test("gives up when the bouncer refuses to register the realm", async () => {
  peer.realms.clear();
  const missing = {
    does: "answer",
    status: 403,
    body: { result: "error", code: "MISSING_REMOTE_REALM" },
  } as const;
  const taken = { does: "answer", status: 200, body: { result: "success" } } as const;
  peer.script.fail(missing, taken, missing);
  expect(await relay.deliver(deliveryOf(theMessage(), aDeviceTarget()))).toEqual([
    { outcome: "refused", detail: expect.stringContaining("MISSING_REMOTE_REALM") },
  ]);
});

test("puts all of a user's devices into one request of each kind", async () => {
  const before = peer.requests.length;
  const devices = [
    aDeviceTarget({ key: "device 1" }),
    aDeviceTarget({ key: "device 2", tokenId: "AAAAAAAAAAI=", service: "apns" }),
  ];
  expect(await relay.deliver(deliveryOf(removal, android, ...devices, apple))).toEqual([
    { outcome: "sent" },
    { outcome: "sent" },
    { outcome: "unknown" },
    { outcome: "sent" },
  ]);
  const sent = peer.requests.slice(before).filter(({ path }) => path.endsWith("notify"));
  expect(sent.map(({ path }) => path.split("/remotes/")[1]).sort()).toContain("push/notify");
  const encrypted = JSON.parse(sent.find(({ path }) => path.includes("e2ee"))?.body.toString("utf8") ?? "");
  expect(encrypted).toEqual({
    realm_uuid: realm.uuid,
    push_requests: [
      {
        token_id: "AAAAAAAAAAE=",
        fcm_priority: "normal",
        payload: { push_key_id: 7, encrypted_data: expect.any(String) },
      },
      {
        token_id: "AAAAAAAAAAI=",
        http_headers: { apns_priority: 5, apns_push_type: "background" },
        payload: {
          push_key_id: 7,
          encrypted_data: expect.any(String),
          aps: { "mutable-content": 1, alert: { title: "New notification" } },
        },
      },
    ],
  });
  peer.script.take();
});

test("describes a user and their devices the same way every time", async () => {
  await relay.deliver(deliveryOf(theMessage(), android, apple));
  const body = JSON.parse(peer.requests.at(-1)?.body.toString("utf8") ?? "");
  const uuid = userUuid(realm.uuid, 10);
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(body).toMatchObject({
    user_uuid: uuid,
    user_id: 10,
    realm_uuid: realm.uuid,
    android_devices: ["android-1"],
    apple_devices: ["c0ffee01"],
    gcm_options: { priority: "high" },
    gcm_payload: { event: "message", realm_id: 4, zulip_message_id: 46 },
    apns_payload: { alert: { title: "Sam Sender" }, custom: { zulip: { message_ids: [46] } } },
  });
  peer.script.take();
});

test("withdraws an address, and repeating it does no harm", async () => {
  await relay.introduce(realm, 11, address("fcm", "android-9"));
  const withdraw = () => relay.withdraw(realm, 11, { service: "fcm", token: "android-9" });
  expect([await withdraw(), await withdraw()]).toEqual([{ outcome: "sent" }, { outcome: "unknown" }]);
});

test("refuses on behalf of a server that isn't registered", async () => {
  const stranger = newRelay("another key");
  const refused = { outcome: "refused", detail: expect.stringContaining("INVALID_ZULIP_SERVER") };
  expect(await stranger.deliver(deliveryOf(testNotice, android))).toEqual([refused]);
  expect(await stranger.deliver(deliveryOf(theMessage(), aDeviceTarget()))).toEqual([refused]);
  expect(await stranger.introduce(realm, 10, address("fcm", "a"))).toEqual(refused);
});

test("refuses when the plan doesn't cover push notifications", async () => {
  peer.script.fail({
    does: "answer",
    status: 400,
    body: { result: "error", code: "PUSH_NOTIFICATIONS_DISALLOWED", msg: "Your plan doesn't allow it" },
  });
  expect(await relay.deliver(deliveryOf(theMessage(), android))).toEqual([
    { outcome: "refused", detail: expect.stringContaining("PUSH_NOTIFICATIONS_DISALLOWED") },
  ]);
});

test("counts a malformed success as a refusal", async () => {
  peer.script.fail({ does: "answer", status: 200, body: [] });
  expect(await relay.deliver(deliveryOf(theMessage(), android))).toEqual([
    { outcome: "refused", detail: expect.stringContaining("200") },
  ]);
});

test("a server registers itself, each time under a new name", async () => {
  const registered = await registerServer(pushPeerHttp(), peer.url, "chat.example.com", "ops@example.com");
  if (E.isLeft(registered)) throw new Error(registered.left.detail);
  const { serverId, serverKey } = registered.right;
  expect(peer.servers.get(serverId)).toMatchObject({
    zulip_org_key: serverKey,
    hostname: "chat.example.com",
    contact_email: "ops@example.com",
  });
  await registerServer(pushPeerHttp(), peer.url, "chat.example.com", "ops@example.com");
  expect(peer.servers.size).toBe(2);
  expect(await registerServer(pushPeerHttp(), peer.url, "chat", "ops@example.com")).toEqual(
    E.left({ outcome: "refused", detail: expect.stringContaining("chat is not a valid hostname") }),
  );
  peer.script.fail({ does: "reset" });
  expect(await registerServer(pushPeerHttp(), peer.url, "chat.example.com", "ops@example.com")).toEqual(
    E.left({ outcome: "unreachable", detail: expect.any(String) }),
  );
});
