import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import type { Caller } from "../../../src/application/caller";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { deleteMessage } from "../../../src/application/messages/delete-message";
import { markAllAsRead } from "../../../src/application/messages/mark-all-as-read";
import { sendMessage } from "../../../src/application/messages/send-message";
import type { PushDelivery } from "../../../src/application/ports/push/push-relay";
import { reportPresence } from "../../../src/application/presence/report-presence";
import { addClientDevice } from "../../../src/application/push/add-client-device";
import { addPushToken } from "../../../src/application/push/add-push-token";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { registerDevice } from "../../../src/application/push/register-device";
import { endSession } from "../../../src/application/sessions/end-session";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Flag } from "../../../src/domain/messages/read-state";
import type { UserSettings } from "../../../src/domain/users/user-settings";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  successOf,
} from "../../support/application/memory-application";
import { aPushToken } from "../../support/builders/entities";
import { commitWithJobs } from "../../support/storage/commits";

const second = 1000;
const minute = 60 * second;
const key = Buffer.alloc(33, 0x31).toString("base64");
const tokenId = "AAAAAAAAAAE=";
const forRelay = { publicKey: "k", registration: "r" };

let world: MemoryApplication;
let ben: Caller;
let errors: unknown[];

/** Another process on the same storage, which survives its first error. */
const anotherProcess = () => newProcess({ ...world.outside, onError: (error) => errors.push(error) });
let services: ReturnType<typeof anotherProcess>;

beforeEach(async () => {
  world = await memoryApplication();
  errors = [];
  services = anotherProcess();
  ben = await world.newMember("Ben");
});
afterEach(() => services.jobRunner.stop());

const deliver = () => services.jobRunner.runDue();
const addToken = (caller = ben, token = "android-1") =>
  addPushToken(services)(caller, { service: "fcm", token, appId: null, keys: null })().then(successOf);
/** Ben, logged in with a new session of a browser. */
const atBrowser = async (sessionId: string) => {
  const now = world.clock.now();
  const session = { id: sessionId, userId: ben.userId, createdAt: now, lastSeenAt: now };
  const where = { browser: "Firefox", remoteAddress: "192.0.2.1", hasBoth: false };
  await world.outside.sessions.add(world.realmId, { ...session, ...where });
  return { ...ben, sessionId };
};
const write = async (to = [ben.userId], from = world.owner, content = "hello") =>
  successOf(
    await sendMessage(services)(from, {
      to: { kind: "direct", recipients: to },
      content,
      readBySender: true,
    })(),
  ).id;
const say = async (content: string, flagsByUser: Readonly<Record<string, readonly Flag[]>> = {}) => {
  const send = sendMessage(services)(world.owner, {
    to: { kind: "channel", channel: "general", topic: "lunch" },
    content,
    readBySender: true,
  });
  const { id } = successOf(await send());
  if (Object.keys(flagsByUser).length === 0) return id;
  // Builds a message with mentions by hand, because this renderer finds none.
  const [message] = await world.persistence.messages.byIds(world.realmId, [id]);
  if (message === undefined) throw new Error("It was sent");
  const marked: RealmEvent = {
    type: "message_sent",
    beginsConversation: false,
    flagsByUser,
    message: { ...message, id: id + 1 },
  };
  await append(marked);
  return id + 1;
};
const append = async (...events: RealmEvent[]) => {
  const state = await services.directory.newest(world.realmId);
  const { eventStore, clock } = world.persistence;
  await commitWithJobs(eventStore, world.realmId, events, state, clock.now());
  await services.directory.newest(world.realmId);
};
const set = (change: Partial<UserSettings>, userId = ben.userId) =>
  append({ type: "user_settings_changed", userId, change, isOwnChoice: true });
const read = async (messageIds: readonly number[]) =>
  successOf(await changeFlags(services)(ben, { op: "add", flag: "read", messageIds })());

/** What was sent, in a few words each. */
const words = ({ user, notification, targets }: PushDelivery) => {
  const what =
    notification.kind === "message"
      ? `${notification.message.id} ${notification.trigger}`
      : notification.kind === "removal"
        ? `not ${notification.messageIds}`
        : "test";
  return `${user.fullName}: ${what} to ${targets.map((target) => target.key).join(", ")}`;
};
const sent = () => world.relay.delivered.splice(0).map(words);

test("a direct message goes once to the reader's devices, and not to its sender's", async () => {
  await addToken();
  await addToken(world.owner, "android-2");
  const id = await write();
  await Promise.all([deliver(), deliver()]);
  await deliver();
  expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1`]);
  expect(errors).toEqual([]);
});

test("it is delivered at once if the runner has started, and otherwise waits for the server", async () => {
  await addToken();
  const first = await write();
  expect(sent()).toEqual([]);
  services.jobRunner.start();
  const next = await write();
  while (world.relay.delivered.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await services.jobRunner.stop();
  expect(sent()).toEqual([first, next].map((id) => `Ben: ${id} direct message to fcm android-1`));
});

test("nothing is enqueued when nobody has a device", async () => {
  const id = await write();
  await read([id]);
  await deleteMessage(services)(world.owner, id)();
  expect(await world.outside.jobQueue.nextDueAt(["notify_devices", "send_push"])).toBeUndefined();
});

test("a message read while it is being sent is removed from devices", async () => {
  const { relay } = world.relay;
  await addToken();
  await deliver();
  const id = await write();
  services = newProcess({
    ...world.outside,
    pushRelay: {
      ...relay,
      deliver: async (delivery) => {
        if (delivery.notification.kind === "message") await read([id]);
        return relay.deliver(delivery);
      },
    },
  });
  await deliver();
  expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1`, `Ben: not ${id} to fcm android-1`]);
});

test("a deactivated realm sends nothing", async () => {
  await addToken();
  await write();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  await deliver();
  expect(sent()).toEqual([]);
});

test("messages older than a device aren't sent to it", async () => {
  await write();
  world.clock.advance(5 * second);
  await addToken();
  const id = await write();
  await deliver();
  expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1`]);
});

test("a message read before it is sent isn't sent, and one read later is removed once", async () => {
  await addToken();
  const [first, second] = [await write(), await write()];
  await read([first]);
  await deliver();
  expect(sent()).toEqual([`Ben: ${second} direct message to fcm android-1`]);
  const third = await write();
  await deliver();
  sent();
  await read([first, second, third]);
  await deliver();
  await read([second]);
  await deliver();
  expect(sent()).toEqual([`Ben: not ${second},${third} to fcm android-1`]);
});

test("marking everything as read removes all notifications, whatever lies in between", async () => {
  await addToken();
  await append({
    type: "subscriptions_changed",
    userId: ben.userId,
    changes: [{ channelId: 1, change: { pushNotifications: true } }],
  });
  const ids = [await write(), await say("one"), await write(), await say("two")];
  await deliver();
  const shown = world.relay.delivered
    .splice(0)
    .flatMap(({ notification }) => (notification.kind === "message" ? [notification.message.id] : []));
  expect(shown).toEqual(ids);
  successOf(await markAllAsRead(services)(ben)());
  await deliver();
  const takenBack = world.relay.delivered.flatMap(({ notification }) =>
    notification.kind === "removal" ? notification.messageIds : [],
  );
  expect(takenBack.toSorted((one, other) => one - other)).toEqual(ids);
});

test("a deleted message is removed from devices", async () => {
  await addToken();
  const id = await write();
  await deliver();
  sent();
  successOf(await deleteMessage(services)(world.owner, id)());
  await deliver();
  expect(sent()).toEqual([`Ben: not ${id} to fcm android-1`]);
});

test("channel mentions are notified according to the message's flags", async () => {
  await addToken();
  await say("nothing for you");
  const mention = await say("hi", { [ben.userId]: ["mentioned"] });
  const everyone = await say("all", { [ben.userId]: ["channel_wildcard_mentioned"] });
  await deliver();
  expect(sent()).toEqual([
    `Ben: ${mention} mention to fcm android-1`,
    `Ben: ${everyone} channel wildcard to fcm android-1`,
  ]);
});

test("a message in a followed topic is notified", async () => {
  await addToken();
  await append({
    type: "topic_policy_set",
    userId: ben.userId,
    channelId: 1,
    topic: "LUNCH",
    policy: "followed",
    setAt: 5,
  });
  const id = await say("soup");
  await deliver();
  expect(sent()).toEqual([`Ben: ${id} followed topic to fcm android-1`]);
});

test("nobody is notified against their settings, by someone they muted, or without an account", async () => {
  const [cleo, dan] = [await world.newMember("Cleo"), await world.newMember("Dan")];
  await addToken(cleo, "a");
  await addToken(dan, "b");
  await addToken();
  await set({ enableOfflinePushNotifications: false });
  await append(
    { type: "muted_users_set", userId: cleo.userId, muted: [{ userId: 1, since: 0 }] },
    { type: "user_deactivated", userId: dan.userId, firstMessageId: 1_000_000 },
  );
  await write([ben.userId, cleo.userId]);
  await deliver();
  expect(sent()).toEqual([]);
});

describe("a reader who is active", () => {
  const beHere = () =>
    reportPresence(services)(ben, {
      status: "active",
      pingOnly: true,
      lastUpdateId: -1,
      historyDays: undefined,
    })();

  beforeEach(async () => {
    await addToken();
    await set({ enableOnlinePushNotifications: false });
    successOf(await beHere());
  });

  test("is notified only after leaving without reading", async () => {
    const id = await write();
    await deliver();
    world.clock.advance(199 * second);
    await deliver();
    expect(sent()).toEqual([]);
    world.clock.advance(2 * second);
    await deliver();
    expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1`]);
  });

  test("isn't notified after reading the message, or while still active", async () => {
    const id = await write();
    await deliver();
    await read([id]);
    world.clock.advance(150 * second);
    await write();
    await deliver();
    successOf(await beHere());
    world.clock.advance(60 * second);
    await deliver();
    expect(sent()).toEqual([]);
  });

  /** Stores that they are active now, as a node does whose news doesn't arrive here. */
  const beThere = async () => {
    const now = world.clock.now();
    const presence = { activeAt: now, idleAt: now };
    await world.persistence.presenceStore.save([{ realmId: world.realmId, userId: ben.userId, presence }]);
  };

  test("on a node whose news doesn't arrive isn't notified, neither at once nor after being active here", async () => {
    world.clock.advance(250 * second);
    await beThere();
    await write();
    await deliver();
    world.clock.advance(150 * second);
    await beThere();
    world.clock.advance(60 * second);
    await deliver();
    expect(sent()).toEqual([]);
  });

  test("is notified at once if they want that", async () => {
    await set({ enableOnlinePushNotifications: true });
    const id = await write();
    await deliver();
    expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1`]);
  });
});

describe("a failing relay", () => {
  const down = { outcome: "unreachable", detail: "down" } as const;

  test("is retried after 10 seconds, 1 and 5 minutes, only for the devices still waiting", async () => {
    await addToken();
    await addToken(ben, "android-2");
    world.relay.outcomes.set("fcm android-2", down);
    const id = await write();
    await deliver();
    expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1, fcm android-2`]);
    for (const wait of [10 * second, minute]) {
      world.clock.advance(wait - 1);
      await deliver();
      expect(sent()).toEqual([]);
      world.clock.advance(1);
      await deliver();
      expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-2`]);
    }
    world.relay.outcomes.clear();
    world.clock.advance(5 * minute);
    await anotherProcess().jobRunner.runDue();
    expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-2`]);
    world.clock.advance(1000 * minute);
    await deliver();
    expect(sent()).toEqual([]);
    expect(errors).toEqual([
      "Notifications: unreachable: down",
      "Notifications: unreachable: down (and 1 more of this kind since the last line)",
    ]);
  });

  test("is reported once a minute, in one line, however many notifications it refuses", async () => {
    await addToken();
    world.relay.outcomes.set("fcm android-1", { outcome: "refused", detail: "gone" });
    for (let index = 0; index < 5; index += 1) await write();
    await deliver();
    expect(sent()).toHaveLength(5);
    expect(errors).toEqual(["Notifications: refused: gone"]);
  });

  test("isn't contacted for as long as it asks", async () => {
    await addToken();
    world.relay.outcomes.set("fcm android-1", { outcome: "broken", detail: "busy", retryAfter: 10 * minute });
    await write();
    await deliver();
    sent();
    world.clock.advance(10 * minute - 1);
    await deliver();
    expect(sent()).toEqual([]);
    world.clock.advance(1);
    await deliver();
    expect(sent()).toHaveLength(1);
  });

  test("isn't retried forever, and not for messages read meanwhile", async () => {
    await addToken();
    world.relay.outcomes.set("fcm android-1", down);
    const [read1] = [await write(), await write()];
    await deliver();
    await read([read1]);
    for (let day = 0; day < 12; day += 1) {
      world.clock.advance(2 * 1440 * minute);
      await deliver();
    }
    expect(sent()).toHaveLength(2 + 7);
    expect(await world.outside.jobQueue.nextDueAt(["notify_devices", "send_push"])).toBeUndefined();
  });

  test("doesn't delay others, and neither does one that crashes the server", async () => {
    const cleo = await world.newMember("Cleo");
    await addToken();
    await addToken(cleo, "android-2");
    const { relay } = world.relay;
    const broken = new Error("a bug");
    const deliverBy: typeof relay.deliver = (delivery) =>
      delivery.user.id === ben.userId ? Promise.reject(broken) : relay.deliver(delivery);
    services = newProcess({
      ...world.outside,
      onError: (error) => errors.push(error),
      pushRelay: { ...relay, deliver: deliverBy },
    });
    const id = await write([ben.userId, cleo.userId]);
    await deliver();
    expect(sent()).toEqual([`Cleo: ${id} direct message to fcm android-2`]);
    expect(errors).toEqual([broken]);
  });
});

test("an address that no longer exists is removed, also at the relay", async () => {
  await addToken();
  await addToken(ben, "android-2");
  world.relay.outcomes.set("fcm android-1", { outcome: "unknown" });
  const [first, next] = [await write(), await write()];
  await deliver();
  await deliver();
  expect(sent()).toEqual([
    `Ben: ${first} direct message to fcm android-1, fcm android-2`,
    `Ben: ${next} direct message to fcm android-2`,
  ]);
  expect(world.relay.registrations).toEqual([
    `${ben.userId} has android-1`,
    `${ben.userId} has android-2`,
    `${ben.userId} had android-1`,
  ]);
});

describe("a browser's address", () => {
  const subscribe = async (sessionId: string): Promise<void> => {
    const browser = await atBrowser(sessionId);
    const subscription = {
      service: "web",
      token: "https://push.example.com/1",
      appId: null,
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    } as const;
    successOf(await addPushToken(services)(browser, subscription)());
  };
  const end = async (sessionId: string) => successOf(await endSession(services)(ben, sessionId)());
  const tokens = async () =>
    successOf(await listPushDevices(services)(ben)()).tokens.map(({ token }) => token);

  test.each<[string, () => unknown]>([
    ["ended", () => end("first")],
    ["is older than sessions may be", () => world.clock.advance(120 * minute)],
  ])("gets nothing once its session has %s, and is removed, also at the relay", async (_title, end) => {
    await append({ type: "realm_changed", change: { settings: { sessionLifetimeHours: 1 } } });
    await subscribe("first");
    await addToken();
    await deliver();
    await end();
    const id = await write();
    await deliver();
    expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1`]);
    expect(await tokens()).toEqual(["android-1"]);
    await deliver();
    expect(world.relay.registrations.at(-1)).toBe(`${ben.userId} had https://push.example.com/1`);
  });

  test("belongs to the latest session that registered it, and continues without another introduction", async () => {
    await subscribe("first");
    await deliver();
    await subscribe("second");
    await end("first");
    const id = await write();
    await deliver();
    expect(sent()).toEqual([`Ben: ${id} direct message to web https://push.example.com/1`]);
    expect(world.relay.registrations).toEqual([`${ben.userId} has https://push.example.com/1`]);
  });

  test("that is registered again during a push stays", async () => {
    await subscribe("first");
    await deliver();
    await end("first");
    await write();
    const { sessions } = world.outside;
    let hasBegun = false;
    const among: typeof sessions.among = async (...asked) => {
      const found = await sessions.among(...asked);
      if (!hasBegun) {
        hasBegun = true;
        await subscribe("second");
      }
      return found;
    };
    const another = newProcess({ ...world.outside, sessions: { ...sessions, among } });
    await another.jobRunner.runDue();
    expect(hasBegun).toBe(true);
    expect(await tokens()).toEqual(["https://push.example.com/1"]);
  });
});

test("a new API key removes the addresses registered with the old one", async () => {
  await addToken();
  await deliver();
  successOf(await regenerateApiKey(services)(ben, "has the key")());
  await write();
  await deliver();
  expect(sent()).toEqual([]);
  expect(world.relay.registrations.at(-1)).toBe(`${ben.userId} had android-1`);
});

describe("a device with its own key", () => {
  const devices = () =>
    services.directory.stateOf(world.realmId).then((state) => state.pushDevices.get(ben.userId)?.devices);
  const register = async (id: number, by = ben) => {
    const token = { id: tokenId, service: "fcm", forRelay } as const;
    successOf(await registerDevice(services)(by, id, { key: { id: 7, key }, token })());
  };
  const addDevice = async (by = ben) => {
    const id = successOf(await addClientDevice(services)(by)());
    await register(id, by);
    return id;
  };

  test("gets nothing before the relay knows it, and then notifications that it can decrypt", async () => {
    const id = await addDevice();
    await write();
    expect(await devices()).toMatchObject([{ tokenId: null, pendingTokenId: tokenId, failure: null }]);
    world.relay.registers({ outcome: "registered", address: { token: "secret address", appId: null } });
    await deliver();
    const [device] = (await devices()) ?? [];
    expect(device).toMatchObject({ tokenId, pendingTokenId: null, failure: null });
    expect(JSON.stringify(device)).not.toContain("secret address");
    expect(JSON.stringify(device)).not.toContain(key);
    sent();
    const message = await write();
    await deliver();
    expect(world.relay.delivered.map(({ targets }) => targets)).toEqual([
      [
        {
          kind: "device",
          key: `device ${id}`,
          service: "fcm",
          tokenId,
          pushKeyId: 7,
          pushKey: key,
          address: { token: "secret address", appId: null },
        },
      ],
    ]);
    expect(sent()).toEqual([`Ben: ${message} direct message to device ${id}`]);
  });

  test("ends with the API key", async () => {
    await addDevice();
    await deliver();
    successOf(await regenerateApiKey(services)(ben, "has the key")());
    expect(await devices()).toBeUndefined();
    sent();
    await write();
    await deliver();
    expect(sent()).toEqual([]);
  });

  test("that a browser registered gets nothing once the session has ended, and is removed", async () => {
    const browser = await atBrowser("first");
    await addDevice(browser);
    await deliver();
    successOf(await endSession(services)(ben, "first")());
    sent();
    await write();
    await deliver();
    expect(sent()).toEqual([]);
    expect(await devices()).toBeUndefined();
  });

  test("belongs to the user who registered it last", async () => {
    const id = await addDevice(await atBrowser("first"));
    await deliver();
    await register(id, await atBrowser("second"));
    successOf(await endSession(services)(ben, "first")());
    sent();
    const one = await write();
    await deliver();
    expect(sent()).toEqual([`Ben: ${one} direct message to device ${id}`]);
    await register(id);
    successOf(await endSession(services)(ben, "second")());
    const another = await write();
    await deliver();
    expect(sent()).toEqual([`Ben: ${another} direct message to device ${id}`]);
  });

  test("learns why the relay rejected it, and may try again", async () => {
    await addDevice();
    world.relay.registers({ outcome: "rejected", failure: "INVALID_BOUNCER_PUBLIC_KEY" });
    await deliver();
    expect(await devices()).toMatchObject([
      { tokenId: null, pendingTokenId: tokenId, failure: "INVALID_BOUNCER_PUBLIC_KEY" },
    ]);
    const [device] = (await devices()) ?? [];
    world.relay.registers({ outcome: "registered", address: null });
    const token = { id: tokenId, service: "fcm", forRelay } as const;
    successOf(await registerDevice(services)(ben, device?.id ?? 0, { key: undefined, token })());
    await deliver();
    expect(await devices()).toMatchObject([{ tokenId, pendingTokenId: null, failure: null }]);
  });

  test("waits a day for an unavailable relay, and no longer", async () => {
    await addDevice();
    world.relay.registers({ outcome: "refused", detail: "?" });
    for (let hour = 0; hour < 23; hour += 1) {
      await deliver();
      world.clock.advance(60 * minute);
    }
    expect(await devices()).toMatchObject([{ pendingTokenId: tokenId, failure: null }]);
    world.clock.advance(60 * minute);
    await deliver();
    world.clock.advance(60 * minute);
    await deliver();
    expect(await devices()).toMatchObject([{ tokenId: null, failure: "REQUEST_EXPIRED" }]);
    expect(await world.outside.jobQueue.nextDueAt(["notify_devices", "send_push"])).toBeUndefined();
  });

  test("that changed its mind is registered with its latest choice", async () => {
    const id = await addDevice();
    await append({
      type: "client_device_changed",
      userId: ben.userId,
      deviceId: id,
      change: { pendingTokenId: "AAAAAAAAAAI=" },
    });
    await deliver();
    expect(await devices()).toMatchObject([{ tokenId: null, pendingTokenId: "AAAAAAAAAAI=" }]);
  });

  test("that the relay no longer knows gets nothing until it registers again", async () => {
    const id = await addDevice();
    await deliver();
    world.relay.outcomes.set(`device ${id}`, { outcome: "unknown" });
    await write();
    await deliver();
    expect(await devices()).toMatchObject([{ tokenId: null, pushKeyId: 7 }]);
    sent();
    await write();
    await deliver();
    expect(sent()).toEqual([]);
  });
});

test("a user has a limited number of addresses, and the oldest is removed to make room", async () => {
  const many = Array.from({ length: 100 }, (_, index) => aPushToken({ token: `t${index}`, addedAt: index }));
  await append(...many.map((token): RealmEvent => ({ type: "push_token_added", userId: ben.userId, token })));
  await addToken(ben, "one more");
  const { tokens = [] } = (await services.directory.stateOf(world.realmId)).pushDevices.get(ben.userId) ?? {};
  expect(tokens.map(({ token }) => token)).toEqual([...many.slice(1).map(({ token }) => token), "one more"]);
});

test("nothing is sent to an address before the relay knows it", async () => {
  let isUp = false;
  const { relay } = world.relay;
  const down = { outcome: "unreachable", detail: "down" } as const;
  services = newProcess({
    ...world.outside,
    onError: (error) => errors.push(error),
    pushRelay: { ...relay, introduce: async (...given) => (isUp ? relay.introduce(...given) : down) },
  });
  await write();
  await addToken();
  await write();
  await deliver();
  expect(sent()).toEqual([]);
  isUp = true;
  world.clock.advance(10 * second);
  await deliver();
  const id = await write();
  await deliver();
  expect(sent()).toEqual([`Ben: ${id} direct message to fcm android-1`]);
});

test("where encryption is required, only encrypted notifications say anything", async () => {
  await addToken();
  const id = successOf(await addClientDevice(services)(ben)());
  const token = { id: tokenId, service: "fcm", forRelay } as const;
  successOf(await registerDevice(services)(ben, id, { key: { id: 7, key }, token })());
  await deliver();
  await append({ type: "realm_changed", change: { settings: { requireE2eePushNotifications: true } } });
  const messageId = await write();
  await deliver();
  expect(sent()).toEqual([`Ben: ${messageId} direct message to device ${id}`]);
});
