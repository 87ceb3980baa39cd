import type { PushDelivery, PushRelay, PushTarget } from "../../../src/application/ports/push/push-relay";
import type { Notification } from "../../../src/domain/notifications/notification";
import { aMessage, aRealm, aUser, directConversation } from "../../support/builders/entities";
import type { Fault, PeerScript } from "../../support/servers/push/faults";
import { patience } from "../../support/servers/push/http";
import { newPushKey } from "../../support/servers/push/sealed-box";

interface RelayUnderTest {
  readonly relay: PushRelay;
  /** An address that exists. */
  readonly known: PushTarget;
  /** An address that doesn't exist. */
  readonly unknown: PushTarget;
  /** What has arrived since the last call: its kind, and its user. */
  readonly takeArrived: () => readonly { readonly kind: unknown; readonly userId: unknown }[];
}

/** A relay with its peer on the other side of the wire. */
interface NetworkRelayUnderTest extends Omit<RelayUnderTest, "takeArrived"> {
  readonly script: PeerScript;
  /** What the app finds in a delivery. */
  readonly read: (payload: Readonly<Record<string, unknown>>) => {
    readonly kind: unknown;
    readonly userId: unknown;
  };
  /** How the peer signals that it is overloaded, broken, or refuses. */
  readonly says: (status: number) => Fault;
}

export const realm = {
  id: 4,
  uuid: "e502dde1-74fc-44b3-9e3a-114c41ed3ea4",
  name: "Example",
  url: "https://chat.example.com",
};
const reader = aUser({ id: 10, fullName: "Rita Reader" });
const sender = aUser({ id: 6, fullName: "Sam Sender", email: "sam@example.com" });

export const theMessage = (
  more: Partial<Extract<Notification, { kind: "message" }>> = {},
): Extract<Notification, { kind: "message" }> => ({
  kind: "message",
  message: aMessage({
    id: 46,
    senderId: 6,
    sentAt: 1_754_385_290,
    conversation: directConversation(9, 6, 10),
    renderedContent: "<p>the secret plan</p>",
  }),
  trigger: "direct message",
  sender,
  isSenderKnown: true,
  channelName: undefined,
  participants: new Map([
    [6, "Sam Sender"],
    [10, "Rita Reader"],
  ]),
  mentionedGroup: undefined,
  ...more,
});

export const removal: Notification = { kind: "removal", messageIds: [31, 32] };
export const testNotice: Notification = { kind: "test", at: 1_754_577_820 };

export const deliveryOf = (notification: Notification, ...targets: PushTarget[]): PushDelivery => ({
  realm,
  user: reader,
  notification,
  targets,
});

/** A target for a device with its own key. */
export const aDeviceTarget = (
  more: Partial<Extract<PushTarget, { kind: "device" }>> = {},
): Extract<PushTarget, { kind: "device" }> => ({
  kind: "device",
  key: "device 1",
  service: "fcm",
  tokenId: "AAAAAAAAAAE=",
  pushKeyId: 7,
  pushKey: newPushKey(),
  address: null,
  ...more,
});

export const aTokenTarget = (
  service: "apns" | "fcm",
  token: string,
  appId: string | null = service === "apns" ? "org.example.app" : null,
): PushTarget => ({
  kind: "token",
  key: `${service} ${token}`,
  token: { service, token, appId, keys: null, isIntroduced: true, sessionId: null, addedAt: 0 },
});

/** @param isLoose Whether the relay takes every address for one that exists. */
export const pushRelayContract = (open: () => RelayUnderTest, { isLoose = false } = {}): void => {
  test("messages, removals and tests arrive as such, for the right user", async () => {
    const { relay, known, takeArrived } = open();
    for (const notification of [theMessage(), removal, testNotice])
      expect(await relay.deliver(deliveryOf(notification, known))).toEqual([{ outcome: "sent" }]);
    expect(takeArrived()).toEqual([
      { kind: "message", userId: 10 },
      { kind: "remove", userId: 10 },
      { kind: "test", userId: 10 },
    ]);
  });

  if (!isLoose)
    test("outcomes keep the order of the devices, and an unknown address is reported as unknown", async () => {
      const { relay, known, unknown, takeArrived } = open();
      expect(await relay.deliver(deliveryOf(theMessage(), unknown, known))).toEqual([
        { outcome: "unknown" },
        { outcome: "sent" },
      ]);
      expect(takeArrived()).toHaveLength(1);
    });

  test("a delivery to no device has no outcomes", async () => {
    const { relay, takeArrived } = open();
    expect(await relay.deliver(deliveryOf(theMessage()))).toEqual([]);
    expect(takeArrived()).toEqual([]);
  });

  test("a hundred at once all arrive", async () => {
    const { relay, known, takeArrived } = open();
    const all = Array.from({ length: 100 }, () => relay.deliver(deliveryOf(theMessage(), known)));
    expect(new Set((await Promise.all(all)).flat().map(({ outcome }) => outcome))).toEqual(new Set(["sent"]));
    expect(takeArrived()).toHaveLength(100);
  });
};

/**
 * What every relay that reaches something over a network must do. `open` returns one that waits for answers as long as `patience` says.
 */
export const networkRelayContract = (open: () => NetworkRelayUnderTest): void => {
  const outcomesOf = (delivery: PushDelivery) => open().relay.deliver(delivery);
  const afterFault = async (...faults: readonly Fault[]) => {
    const { script, known } = open();
    script.fail(...faults);
    const [outcome] = await outcomesOf(deliveryOf(theMessage(), known));
    return outcome;
  };

  afterEach(async () => {
    const { script, known } = open();
    script.take();
    // The next one arrives, whatever failed before.
    expect(await outcomesOf(deliveryOf(testNotice, known))).toEqual([{ outcome: "sent" }]);
    expect(script.take()).toHaveLength(1);
    expect(script.complaints.splice(0)).toEqual([]);
  });

  pushRelayContract(() => {
    const { script, read, ...under } = open();
    return { ...under, takeArrived: () => script.take().map(({ payload }) => read(payload)) };
  });

  test.each([
    ["refused", 400],
    ["refused", 403],
    ["broken", 429],
    ["broken", 500],
    ["broken", 503],
  ])("reports %s for a response of %i", async (outcome, status) => {
    expect(await afterFault(open().says(status))).toEqual({
      outcome,
      detail: expect.stringContaining(`${status}`),
    });
  });

  test("passes on how long the peer wants to be left alone", async () => {
    const outcome = await afterFault({ does: "answer", status: 503, retryAfter: 90 });
    expect(outcome).toEqual({ outcome: "broken", detail: expect.any(String), retryAfter: 90_000 });
  });

  test.each([["reset"], ["hang"], ["dawdle"]] as const)(
    "doesn't wait for a peer that does nothing but %s",
    async (does) => {
      const { milliseconds } = patience;
      patience.milliseconds = 1000;
      try {
        expect(await afterFault({ does })).toEqual({ outcome: "unreachable", detail: expect.any(String) });
      } finally {
        patience.milliseconds = milliseconds;
      }
    },
  );
};

/** A realm with the facts that relays receive. */
export const aRegisteredRealm = { ...aRealm({ id: realm.id, uuid: realm.uuid }), url: realm.url };
