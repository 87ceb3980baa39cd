import nacl from "tweetnacl";
import { apnsRelay } from "../../../src/adapters/push/apns/apns-relay";
import { loadCipher } from "../../../src/adapters/push/payload/encryption";
import type { PushRelay } from "../../../src/application/ports/push/push-relay";
import { apnsPeer, apnsTeam } from "../../support/servers/push/apns-peer";
import { patience } from "../../support/servers/push/http";
import { pushEncryptionContract } from "./push-encryption.contract";
import {
  aDeviceTarget,
  aTokenTarget,
  deliveryOf,
  networkRelayContract,
  removal,
  testNotice,
  theMessage,
} from "./push-relay.contract";

const keys = nacl.box.keyPair();
const known = aTokenTarget("apns", "c0ffee01");
let peer: Awaited<ReturnType<typeof apnsPeer>>;
let relay: PushRelay;

let hasty: PushRelay;

const newRelay = (privateKey = peer.privateKey, timeout = patience.milliseconds) =>
  apnsRelay({
    key: { privateKey, ...apnsTeam },
    url: peer.url,
    timeout,
    registrationKey: keys.secretKey,
  });

beforeAll(async () => {
  await loadCipher();
  peer = await apnsPeer();
  relay = newRelay();
  hasty = newRelay(undefined, 1000);
});
afterAll(async () => {
  await relay.close();
  await hasty.close();
  await peer.close();
});

const kindIn = ({ event, message_ids }: Readonly<Record<string, unknown>>) =>
  message_ids === undefined ? event : "message";

describe("any relay", () =>
  networkRelayContract(() => ({
    relay: patience.milliseconds === 1000 ? hasty : relay,
    script: peer.script,
    known,
    unknown: aTokenTarget("apns", "c0ffee02"),
    read: ({ zulip }) => {
      const own = zulip as Readonly<Record<string, unknown>>;
      return { kind: kindIn(own), userId: own.user_id };
    },
    says: (status) => ({ does: "answer", status, body: { reason: "?" } }),
  })));

describe("encryption", () =>
  pushEncryptionContract(() => ({
    relay,
    script: peer.script,
    service: "apns",
    publicKey: keys.publicKey,
    token: "c0ffee01",
    appId: "org.example.app",
    keyIdOf: ({ payload }) => payload.push_key_id,
  })));

test("sends many notifications over one connection with one token", async () => {
  const own = newRelay();
  const [connections, tokens] = [peer.connections, peer.tokens.size];
  for (let round = 0; round < 3; round += 1)
    await Promise.all([1, 2, 3].map(() => own.deliver(deliveryOf(theMessage(), known))));
  expect(peer.script.take()).toHaveLength(9);
  expect([peer.connections - connections, peer.tokens.size - tokens]).toEqual([1, 1]);
  await own.close();
});

test("reconnects after the server's GOAWAY", async () => {
  const own = newRelay();
  await own.deliver(deliveryOf(theMessage(), known));
  peer.sayGoodbye();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await own.deliver(deliveryOf(theMessage(), known))).toEqual([{ outcome: "sent" }]);
  expect(peer.script.take()).toHaveLength(2);
  await own.close();
});

test("replaces a token that Apple finds too old", async () => {
  const own = newRelay();
  await own.deliver(deliveryOf(theMessage(), known));
  peer.script.fail({ does: "answer", status: 403, body: { reason: "ExpiredProviderToken" } });
  const tokens = peer.tokens.size;
  expect(await own.deliver(deliveryOf(theMessage(), known))).toEqual([{ outcome: "sent" }]);
  expect(peer.tokens.size).toBe(tokens + 1);
  peer.script.take();
  await own.close();
});

test("refuses a key that Apple doesn't know", async () => {
  const stranger = await apnsPeer();
  const own = newRelay(stranger.privateKey);
  expect(await own.deliver(deliveryOf(theMessage(), known))).toEqual([
    { outcome: "refused", detail: expect.stringContaining("InvalidProviderToken") },
  ]);
  expect(peer.script.complaints.splice(0)).toEqual(["InvalidProviderToken", "InvalidProviderToken"]);
  await own.close();
  await stranger.close();
});

test("treats a device of another app as unknown", async () => {
  expect(
    await relay.deliver(deliveryOf(theMessage(), aTokenTarget("apns", "c0ffee01", "org.other"))),
  ).toEqual([{ outcome: "unknown" }]);
});

test("can't reach a device registered with another relay", async () => {
  const device = aDeviceTarget({ service: "apns", address: null });
  expect(await relay.deliver(deliveryOf(theMessage(), device))).toEqual([
    { outcome: "refused", detail: "The device was registered with another relay" },
  ]);
});

test("sends what the app shows and reads in the form it expects", async () => {
  await relay.deliver(deliveryOf(theMessage(), known));
  const channelMessage = {
    ...theMessage().message,
    conversation: { kind: "channel", id: 20, channelId: 10 } as const,
    topic: "",
  };
  await relay.deliver(
    deliveryOf(
      theMessage({
        message: channelMessage,
        channelName: "Denmark",
        participants: new Map(),
        trigger: "channel wildcard",
        isSenderKnown: false,
      }),
      known,
    ),
  );
  await relay.deliver(deliveryOf(removal, known));
  await relay.deliver(deliveryOf(testNotice, known));
  const arrivals = peer.script.take();
  const about = {
    realm_uri: "https://chat.example.com",
    realm_url: "https://chat.example.com",
    realm_name: "Example",
    user_id: 10,
  };
  expect(arrivals.map(({ payload }) => payload)).toEqual([
    {
      aps: {
        alert: { title: "Sam Sender", subtitle: "", body: "the secret plan" },
        sound: "default",
        badge: 0,
      },
      zulip: {
        ...about,
        sender_id: 6,
        sender_email: "sam@example.com",
        recipient_type: "private",
        message_ids: [46],
      },
    },
    {
      aps: {
        alert: {
          title: "#Denmark > general chat",
          subtitle: "Unknown user mentioned everyone:",
          body: "the secret plan",
        },
        sound: "default",
        badge: 0,
      },
      zulip: {
        ...about,
        sender_id: 6,
        sender_email: "user6@chat.example.com",
        recipient_type: "stream",
        stream: "Denmark",
        stream_id: 10,
        topic: "general chat",
        message_ids: [46],
      },
    },
    { aps: { badge: 0 }, zulip: { ...about, event: "remove", zulip_message_ids: "31,32" } },
    {
      aps: {
        alert: {
          title: "Test notification",
          body: "This is a test notification from Example (https://chat.example.com).",
        },
        sound: "default",
      },
      zulip: { ...about, event: "test" },
    },
  ]);
  expect(arrivals[0]?.headers).toMatchObject({
    ":method": "POST",
    ":path": "/3/device/c0ffee01",
    "apns-topic": "org.example.app",
    "apns-push-type": "alert",
    "apns-expiration": expect.stringMatching(/^\d{10}$/),
  });
});

test("an encrypted removal waits until the device wakes up by itself", async () => {
  const device = aDeviceTarget({
    service: "apns",
    address: { token: "c0ffee01", appId: "org.example.app" },
  });
  await relay.deliver(deliveryOf(removal, device));
  await relay.deliver(deliveryOf(testNotice, device));
  const [removed, tested] = peer.script.take();
  expect(removed?.headers).toMatchObject({ "apns-push-type": "background", "apns-priority": "5" });
  expect(tested?.headers).toMatchObject({ "apns-push-type": "alert", "apns-priority": "10" });
  expect(tested?.payload).toEqual({
    push_key_id: 7,
    encrypted_data: expect.any(String),
    aps: { "mutable-content": 1, alert: { title: "New notification" } },
  });
});
