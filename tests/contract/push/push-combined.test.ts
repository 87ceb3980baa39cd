import nacl from "tweetnacl";
import { combinedRelay } from "../../../src/adapters/push/combined-relay";
import { loadCipher } from "../../../src/adapters/push/payload/encryption";
import { type RecordedPush, recordingRelay } from "../../../src/adapters/push/recording/recording-relay";
import type { PushRelay } from "../../../src/application/ports/push/push-relay";
import { scriptedRelay } from "../../support/application/scripted-relay";
import { sealFor } from "../../support/servers/push/sealed-box";
import {
  aDeviceTarget,
  aTokenTarget,
  deliveryOf,
  pushRelayContract,
  realm,
  removal,
  theMessage,
} from "./push-relay.contract";

beforeAll(loadCipher);

const [known, unknown] = [aTokenTarget("fcm", "android-1"), aTokenTarget("fcm", "android-2")];

/** The scripted relay, with an address that it doesn't know. */
const scripted = () => {
  const { relay, delivered, outcomes } = scriptedRelay();
  outcomes.set(unknown.key, { outcome: "unknown" });
  const takeArrived = () =>
    delivered
      .splice(0)
      .flatMap(({ user, notification: { kind }, targets }) =>
        targets
          .filter(({ key }) => !outcomes.has(key))
          .map(() => ({ kind: kind === "removal" ? "remove" : kind, userId: user.id })),
      );
  return { relay, known, unknown, takeArrived };
};

describe("the relay that use-case tests script", () => pushRelayContract(scripted));

describe("relays together", () =>
  pushRelayContract(() => {
    const phones = scripted();
    const browsers: PushRelay = { ...scriptedRelay().relay, services: ["web"] };
    return { ...phones, relay: combinedRelay([browsers, { ...phones.relay, services: ["apns", "fcm"] }]) };
  }));

describe("the development relay", () =>
  pushRelayContract(
    () => {
      const recorded: RecordedPush[] = [];
      const relay = recordingRelay({
        record: (push) => recorded.push(push),
        registrationKey: undefined,
        webPushKey: undefined,
      });
      const takeArrived = () =>
        recorded.splice(0).map(({ userId, notification }) => ({ kind: notification.type, userId }));
      return { relay, known, unknown, takeArrived };
    },
    { isLoose: true },
  ));

const refused = { outcome: "refused", detail: "PARLEY_PUSH names no way to this device" };

test("each device goes to the relay that serves it, and outcomes stay in order", async () => {
  const [phones, browsers] = [scriptedRelay(), scriptedRelay()];
  const relay = combinedRelay([
    { ...phones.relay, services: ["apns", "fcm"], webPushKey: undefined },
    { ...browsers.relay, services: ["web"], takesRegistrations: false },
  ]);
  const web = { ...aTokenTarget("fcm", "https://push.example.com/1"), key: "web" };
  const browser = web.kind === "token" ? { ...web, token: { ...web.token, service: "web" as const } } : web;
  phones.outcomes.set("apns c0ffee01", { outcome: "unknown" });
  const apple = aTokenTarget("apns", "c0ffee01");
  expect(await relay.deliver(deliveryOf(removal, browser, apple, aDeviceTarget()))).toEqual([
    { outcome: "sent" },
    { outcome: "unknown" },
    { outcome: "sent" },
  ]);
  const keysOf = ({ delivered }: typeof phones) =>
    delivered.map(({ targets }) => targets.map(({ key }) => key));
  expect([keysOf(phones), keysOf(browsers)]).toEqual([[["apns c0ffee01", "device 1"]], [["web"]]]);
  expect([relay.services, relay.takesRegistrations, relay.webPushKey]).toEqual([
    ["apns", "fcm", "web"],
    true,
    "the key",
  ]);
});

test("without any relay, refuses everything", async () => {
  const relay = combinedRelay([]);
  expect([relay.services, relay.takesRegistrations, relay.webPushKey]).toEqual([[], false, undefined]);
  expect(await relay.deliver(deliveryOf(removal, aDeviceTarget()))).toEqual([refused]);
  const address = { service: "fcm", token: "a", appId: null } as const;
  expect(await relay.introduce(realm, 1, address)).toEqual(refused);
  expect(await relay.withdraw(realm, 1, address)).toEqual(refused);
  const forRelay = { publicKey: "a", registration: "b" };
  expect(await relay.register(realm, { service: "fcm", tokenId: "a", forRelay })).toEqual(refused);
});

test("the development relay prints what it would have sent, and accepts registrations like other relays", async () => {
  const recorded: RecordedPush[] = [];
  const keys = nacl.box.keyPair();
  const relay = recordingRelay({
    record: (push) => recorded.push(push),
    registrationKey: keys.secretKey,
    webPushKey: undefined,
  });
  const targets = [aTokenTarget("fcm", "android-1"), aDeviceTarget({ service: "apns" })];
  expect(await relay.deliver(deliveryOf(theMessage(), ...targets))).toEqual([
    { outcome: "sent" },
    { outcome: "sent" },
  ]);
  const notification = expect.objectContaining({ type: "message", content: "the secret plan" });
  expect(recorded).toEqual([
    { userId: 10, device: "fcm android-1", service: "fcm", notification },
    { userId: 10, device: "device 1", service: "apns", notification },
  ]);
  const registration = sealFor(keys.publicKey, {
    token: "a",
    token_kind: "fcm",
    timestamp: Date.now() / 1000,
  });
  const publicKey = Buffer.from(keys.publicKey).toString("base64");
  const device = { service: "fcm", tokenId: "a", forRelay: { publicKey, registration } } as const;
  expect(await relay.register(realm, device)).toEqual({
    outcome: "registered",
    address: { token: "a", appId: null },
  });
});

test.each([
  ["of another kind of device", { token_kind: "apns", ios_app_id: "org.example" }],
  ["without an address", { token: "" }],
  ["with an address that is too long", { token: "a".repeat(4097) }],
  ["with an app where there is none", { ios_app_id: "org.example" }],
  ["without a time", { timestamp: "now" }],
])("rejects a registration %s", async (_how, more) => {
  const keys = nacl.box.keyPair();
  const relay = recordingRelay({
    record: () => {},
    registrationKey: keys.secretKey,
    webPushKey: undefined,
  });
  const sound = { token: "a", token_kind: "fcm", timestamp: Date.now() / 1000 };
  const forRelay = {
    publicKey: Buffer.from(keys.publicKey).toString("base64"),
    registration: sealFor(keys.publicKey, { ...sound, ...more }),
  };
  expect(await relay.register(realm, { service: "fcm", tokenId: "a", forRelay })).toEqual({
    outcome: "rejected",
    failure: "BAD_REQUEST",
  });
});
