import nacl from "tweetnacl";
import { fcmRelay } from "../../../src/adapters/push/fcm/fcm-relay";
import { loadCipher } from "../../../src/adapters/push/payload/encryption";
import type { PushRelay } from "../../../src/application/ports/push/push-relay";
import { fcmPeer } from "../../support/servers/push/fcm-peer";
import { pushPeerHttp } from "../../support/servers/push/http";
import { pushEncryptionContract } from "./push-encryption.contract";
import { aTokenTarget, deliveryOf, networkRelayContract, removal, theMessage } from "./push-relay.contract";

const keys = nacl.box.keyPair();
const known = aTokenTarget("fcm", "android-1");
let peer: Awaited<ReturnType<typeof fcmPeer>>;
let relay: PushRelay;

const newRelay = () =>
  fcmRelay({
    http: pushPeerHttp(),
    account: peer.account,
    url: peer.url,
    registrationKey: keys.secretKey,
  });

beforeAll(async () => {
  await loadCipher();
  peer = await fcmPeer();
  relay = newRelay();
});
afterAll(() => peer.close());

describe("any relay", () =>
  networkRelayContract(() => ({
    relay,
    script: peer.script,
    known,
    unknown: aTokenTarget("fcm", "android-2"),
    read: ({ event, user_id }) => ({ kind: event, userId: Number(user_id) }),
    says: (status) => ({ does: "answer", status, body: { error: { code: status, status: "?" } } }),
  })));

describe("encryption", () =>
  pushEncryptionContract(() => ({
    relay,
    script: peer.script,
    service: "fcm",
    publicKey: keys.publicKey,
    token: "android-1",
    appId: null,
    keyIdOf: ({ payload }) => Number(payload.push_key_id),
  })));

test("signs in once for many notifications, and again when its token is refused", async () => {
  const own = newRelay();
  const before = peer.signIns;
  await Promise.all([1, 2, 3].map(() => own.deliver(deliveryOf(theMessage(), known))));
  expect(peer.signIns).toBe(before + 1);
  peer.endTokens();
  expect(await own.deliver(deliveryOf(theMessage(), known))).toEqual([{ outcome: "sent" }]);
  expect(peer.signIns).toBe(before + 2);
  peer.script.take();
});

test("refuses a key that Google doesn't know, whatever the account", async () => {
  const stranger = await fcmPeer();
  const account = { ...stranger.account, tokenUri: peer.account.tokenUri };
  const own = fcmRelay({ http: pushPeerHttp(), account, url: peer.url, registrationKey: undefined });
  expect(await own.deliver(deliveryOf(theMessage(), known))).toEqual([
    { outcome: "refused", detail: expect.stringContaining("400") },
  ]);
  expect(peer.script.complaints.splice(0)).toHaveLength(1);
  await stranger.close();
});

test("sends a channel message as strings, as the Android app reads them", async () => {
  const notification = theMessage({
    trigger: "mention",
    channelName: "Denmark",
    participants: new Map(),
    message: {
      ...theMessage().message,
      conversation: { kind: "channel", id: 20, channelId: 10 },
      topic: "lunch",
      renderedContent: "<p>Hi <strong>there</strong></p>",
    },
    mentionedGroup: { id: 41, name: "cooks" },
  });
  await relay.deliver(deliveryOf(notification, known));
  await relay.deliver(deliveryOf(removal, known));
  const [message, removed] = peer.script.take();
  const about = {
    server: "chat.example.com",
    realm_id: "4",
    realm_uri: "https://chat.example.com",
    realm_url: "https://chat.example.com",
    realm_name: "Example",
    user_id: "10",
  };
  expect(message).toEqual({
    address: "android-1",
    headers: { priority: "HIGH" },
    payload: {
      ...about,
      event: "message",
      sender_id: "6",
      sender_email: "sam@example.com",
      sender_full_name: "Sam Sender",
      sender_avatar_url: "https://chat.example.com/avatar/6?version=1",
      recipient_type: "stream",
      stream: "Denmark",
      stream_id: "10",
      topic: "lunch",
      zulip_message_id: "46",
      time: "1754385290",
      content: "Hi there",
      mentioned_user_group_id: "41",
      mentioned_user_group_name: "cooks",
    },
  });
  expect(removed).toEqual({
    address: "android-1",
    headers: { priority: "NORMAL" },
    payload: { ...about, event: "remove", zulip_message_ids: "31,32" },
  });
});
