import type { PushRelay, PushTarget } from "../../../src/application/ports/push/push-relay";
import type { Arrival, PeerScript } from "../../support/servers/push/faults";
import { decrypt, newPushKey, sealFor } from "../../support/servers/push/sealed-box";
import { aDeviceTarget, deliveryOf, realm, removal, testNotice, theMessage } from "./push-relay.contract";

type DeviceTarget = Extract<PushTarget, { kind: "device" }>;

export interface EncryptingRelay {
  readonly relay: PushRelay;
  readonly script: PeerScript;
  readonly service: "apns" | "fcm";
  /** The public key that registrations are encrypted with. */
  readonly publicKey: Uint8Array;
  /** The device's address at the service, and its Apple app. */
  readonly token: string;
  readonly appId: string | null;
  /** The part of a delivery that reaches the device. */
  readonly keyIdOf: (arrival: Arrival) => unknown;
}

const dayAgo = () => Date.now() / 1000 - 86_500;

/** What every relay must do for devices that hold the only key to what they receive. API §4.22. */
export const pushEncryptionContract = (open: () => EncryptingRelay): void => {
  const tokenId = "AAAAAAAAAAE=";
  const sealed = (more: object = {}) => {
    const { publicKey, service, token, appId } = open();
    const registration = {
      token,
      token_kind: service,
      ios_app_id: appId,
      timestamp: Math.floor(Date.now() / 1000),
      ...more,
    };
    return {
      publicKey: Buffer.from(publicKey).toString("base64"),
      registration: sealFor(publicKey, registration),
    };
  };
  const register = (forRelay = sealed()) =>
    open().relay.register(realm, { service: open().service, tokenId, forRelay });

  const registered = async (): Promise<DeviceTarget> => {
    const outcome = await register();
    if (outcome.outcome !== "registered") throw new Error(JSON.stringify(outcome));
    return aDeviceTarget({
      service: open().service,
      tokenId,
      pushKey: newPushKey(),
      address: outcome.address,
    });
  };

  test("only the device's key reads what arrives", async () => {
    const { relay, script, keyIdOf } = open();
    const device = await registered();
    expect(await relay.deliver(deliveryOf(theMessage(), device))).toEqual([{ outcome: "sent" }]);
    const [arrival] = script.take();
    if (arrival === undefined) throw new Error("Nothing arrived");
    const onTheWay = JSON.stringify(arrival);
    for (const secret of ["the secret plan", "Sam Sender", "Example", "chat.example.com"])
      expect(onTheWay).not.toContain(secret);
    expect(keyIdOf(arrival)).toEqual(device.pushKeyId);
    expect(() => decrypt(newPushKey(), arrival.payload.encrypted_data)).toThrow();
    expect(decrypt(device.pushKey, arrival.payload.encrypted_data)).toEqual({
      type: "message",
      realm_name: "Example",
      realm_url: "https://chat.example.com",
      user_id: 10,
      message_id: 46,
      recipient_type: "direct",
      recipient_user_ids: [6, 10],
      sender_id: 6,
      sender_full_name: "Sam Sender",
      sender_avatar_url: "https://chat.example.com/avatar/6?version=1",
      time: 1_754_385_290,
      content: "the secret plan",
    });
  });

  test("removals and tests have the API's form, and no nonce is used twice", async () => {
    const { relay, script } = open();
    const device = await registered();
    for (const notification of [removal, testNotice, testNotice])
      await relay.deliver(deliveryOf(notification, device));
    const boxes = script.take().map(({ payload }) => payload.encrypted_data);
    const about = { realm_name: "Example", realm_url: "https://chat.example.com", user_id: 10 };
    expect(boxes.map((box) => decrypt(device.pushKey, box))).toEqual([
      { ...about, type: "remove", message_ids: [31, 32] },
      { ...about, type: "test", time: 1_754_577_820 },
      { ...about, type: "test", time: 1_754_577_820 },
    ]);
    expect(new Set(boxes.map((box) => String(box).slice(0, 32))).size).toBe(3);
  });

  test("rejects a registration under another key, without a sealed box, or from yesterday, each with its reason", async () => {
    const good = sealed();
    const other = Buffer.alloc(32, 7).toString("base64");
    expect(await register({ ...good, publicKey: other })).toEqual({
      outcome: "rejected",
      failure: "INVALID_BOUNCER_PUBLIC_KEY",
    });
    expect(await register({ ...good, registration: "bm8gYm94" })).toEqual({
      outcome: "rejected",
      failure: "BAD_REQUEST",
    });
    expect(await register(sealed({ timestamp: dayAgo() }))).toEqual({
      outcome: "rejected",
      failure: "REQUEST_EXPIRED",
    });
  });
};
