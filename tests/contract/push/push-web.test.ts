import { addressGuard } from "../../../src/adapters/net/address-guard";
import { vapidKey } from "../../../src/adapters/push/web-push/vapid";
import { webPushRelay } from "../../../src/adapters/push/web-push/web-push-relay";
import type { PushRelay, PushTarget } from "../../../src/application/ports/push/push-relay";
import { pushPeerHttp } from "../../support/servers/push/http";
import { webPushPeer } from "../../support/servers/push/web-push-peer";
import { deliveryOf, networkRelayContract, theMessage } from "./push-relay.contract";

let peer: Awaited<ReturnType<typeof webPushPeer>>;
let relay: PushRelay;

const key = vapidKey("a secret of thirty-two characters or more");
const newRelay = (mayReach = addressGuard(["127.0.0.0/8"])) =>
  webPushRelay({ http: pushPeerHttp(mayReach), key, siteUrl: () => "https://chat.example.com" });

const target = (token: string, keys = peer.keys): PushTarget => ({
  kind: "token",
  key: `web ${token}`,
  token: { service: "web", token, appId: null, keys, isIntroduced: true, sessionId: null, addedAt: 0 },
});

beforeAll(async () => {
  peer = await webPushPeer();
  relay = newRelay();
});
afterAll(() => peer.close());

describe("any relay", () =>
  networkRelayContract(() => ({
    relay,
    script: peer.script,
    known: target(peer.endpoint),
    unknown: target(`${peer.url}/push/2`),
    read: ({ type, user_id }) => ({ kind: type, userId: user_id }),
    says: (status) => ({ does: "answer", status }),
  })));

test("only the browser can read what it receives", async () => {
  await relay.deliver(deliveryOf(theMessage(), target(peer.endpoint)));
  const [arrival] = peer.script.take();
  expect(arrival?.payload).toMatchObject({ type: "message", message_id: 46, content: "the secret plan" });
  expect(arrival?.headers).toEqual({ urgency: "high" });
  const body = peer.requests.at(-1)?.body;
  expect(body?.includes("secret")).toBe(false);
});

test("the key that browsers subscribe with follows from the server's secret", () => {
  expect(vapidKey("a secret of thirty-two characters or more").publicKey).toBe(key.publicKey);
  expect(vapidKey("another secret of thirty-two characters").publicKey).not.toBe(key.publicKey);
  expect(Buffer.from(key.publicKey, "base64url")).toHaveLength(65);
  expect(relay.webPushKey).toBe(key.publicKey);
});

test("rejects malformed keys", async () => {
  const keys = { ...peer.keys, p256dh: Buffer.alloc(65, 4).toString("base64url") };
  expect(await relay.deliver(deliveryOf(theMessage(), target(peer.endpoint, keys)))).toEqual([
    { outcome: "unknown" },
  ]);
});

test("shortens a message that is too long for a push service, and it stays readable", async () => {
  const participants = new Map(Array.from({ length: 700 }, (_, id) => [id, `Person ${id}`] as const));
  const message = {
    ...theMessage().message,
    conversation: { kind: "direct", id: 9, participants: [...participants.keys()] } as const,
    renderedContent: `<p>${"🦜".repeat(300)}</p>`,
  };
  const outcomes = await relay.deliver(
    deliveryOf(theMessage({ message, participants }), target(peer.endpoint)),
  );
  expect(outcomes).toEqual([{ outcome: "sent" }]);
  const [arrival] = peer.script.take();
  expect(arrival?.payload.content).toMatch(/^🦜{100,}…$/u);
  expect(peer.requests.at(-1)?.body.length).toBeLessThanOrEqual(4096);
});

test.each([
  ["127.0.0.1"],
  ["[::1]"],
  ["[::ffff:127.0.0.1]"],
  ["[::ffff:7f00:1]"],
  ["[::]"],
  ["[fe80::1]"],
  ["[fd00::1]"],
  ["[64:ff9b::7f00:1]"],
  ["[2002:7f00:1::]"],
  ["0.0.0.0"],
  ["0"],
  ["10.1.2.3"],
  ["100.64.0.1"],
  ["169.254.169.254"],
  ["172.16.0.1"],
  ["192.168.1.1"],
  ["198.18.0.1"],
  ["224.0.0.1"],
  ["255.255.255.255"],
  ["2130706433"],
  ["0x7f.1"],
  ["0177.0.0.1"],
  ["localhost"],
])("a subscription can't send us to %s", async (host) => {
  const { port } = new URL(peer.url);
  const before = peer.requests.length;
  const [outcome] = await newRelay(addressGuard([])).deliver(
    deliveryOf(theMessage(), target(`http://${host}:${port}/push/1`)),
  );
  expect(outcome).toEqual({
    outcome: expect.stringMatching(/^(refused|unreachable)$/),
    detail: expect.stringContaining("private network"),
  });
  expect(peer.requests).toHaveLength(before);
});

test("addresses that the operator allows can be reached by name too", async () => {
  const { port } = new URL(peer.url);
  const mayReach = addressGuard(["127.0.0.1", "::1"]);
  const before = peer.requests.length;
  await newRelay(mayReach).deliver(deliveryOf(theMessage(), target(`http://localhost:${port}/push/1`)));
  expect(peer.requests).toHaveLength(before + 1);
  // Uses another name for 127.0.0.1, and accepts no token issued for a different one.
  expect(peer.script.complaints.splice(0)).toEqual(["claims"]);
});

test("one device's failure doesn't affect the others", async () => {
  const broken = target("https://[");
  expect(await relay.deliver(deliveryOf(theMessage(), broken, target(peer.endpoint)))).toEqual([
    { outcome: "broken", detail: expect.stringContaining("Invalid URL") },
    { outcome: "sent" },
  ]);
  peer.script.take();
});
