import { jobsFollowing } from "../../../src/application/job-kinds/jobs-following";
import { newBot } from "../../../src/domain/bots/bot";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { MessageEdited } from "../../../src/domain/events/message-event";
import { isWithdrawal, type JobOrder } from "../../../src/domain/jobs/job";
import type { ScheduledMessage } from "../../../src/domain/scheduled-messages/scheduled-message";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import {
  aClientDevice,
  aMessageSent,
  aPushToken,
  aRealmState,
  aUser,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";

const now = 5000;
const sentAt = 1_767_355_200;
let state: RealmState;

const stateAfter = (...events: RealmEvent[]): RealmState => {
  const users = [1, 2, 3, 4].map((id): RealmEvent => ({ type: "user_created", user: aUser({ id }) }));
  return [...users, ...events].reduce<RealmState>(apply, aRealmState());
};
const withDevices = (...userIds: number[]): RealmState =>
  stateAfter(
    ...userIds.map((userId): RealmEvent => ({ type: "push_token_added", userId, token: aPushToken() })),
  );
const of = (event: RealmEvent, at = state) => jobsFollowing(event, at, now);
const ofKind = (kind: JobOrder["kind"], event: RealmEvent, at = state) =>
  of(event, at).filter((order) => order.kind === kind);
const payloads = (orders: readonly JobOrder[]) =>
  orders.map((order) => (isWithdrawal(order) ? order : order.payload));

beforeAll(async () => {
  state = stateAfter();
});

test("most events enqueue nothing, for example a channel message that mentions nobody", () => {
  expect(of(aMessageSent())).toEqual([]);
  expect(of({ type: "user_created", user: aUser({ id: 9 }) })).toEqual([]);
});

describe("missed-message mail", () => {
  const missed = (event: RealmEvent, at = state) => ofKind("mail_missed_messages", event, at);

  test("is enqueued once for each person a message is addressed to, but not for its sender", () => {
    const flagsByUser = {
      "2": ["mentioned"],
      "3": ["mentioned", "has_alert_word"],
      "4": ["starred"],
    } as const;
    expect(payloads(missed(aMessageSent({ id: 7 }, { flagsByUser })))).toEqual([
      { userId: 2, messageId: 7 },
      { userId: 3, messageId: 7 },
    ]);
    const conversation = directConversation(2001, 1, 2);
    const both = aMessageSent({ id: 8, conversation, senderId: 2 }, { flagsByUser: { "1": ["mentioned"] } });
    expect(missed(both)).toEqual([
      {
        kind: "mail_missed_messages",
        key: "1",
        lane: "1",
        payload: { userId: 1, messageId: 8 },
        dueAt: (sentAt + 120) * 1000,
      },
    ]);
  });

  test("takes one job to look for recipients of a message for many", () => {
    const ids = Array.from({ length: 21 }, (_, index) => index + 2);
    const flagsByUser = Object.fromEntries(ids.map((id) => [id, ["mentioned"] as const]));
    expect(of(aMessageSent({ id: 7 }, { flagsByUser }))).toEqual([
      {
        kind: "find_missed_messages",
        key: "7 0",
        dueAt: now,
        payload: { messageId: 7, after: 0 },
      },
    ]);
  });

  test("isn't enqueued for people who left or turned it off", async () => {
    const at = stateAfter(
      { type: "user_deactivated", userId: 2, firstMessageId: 9 },
      {
        type: "user_settings_changed",
        userId: 3,
        isOwnChoice: true,
        change: { enableOfflineEmailNotifications: false },
      },
      { type: "muted_users_set", userId: 4, muted: [{ userId: 1, since: 0 }] },
    );
    const conversation = directConversation(2001, 1, 2, 3, 4);
    expect(missed(aMessageSent({ conversation }), at)).toEqual([]);
  });
});

test("a message calls the bots it addresses, each in its own lane, as jobs of its owner", () => {
  const botCalls = [
    { botId: 8, trigger: "mention" },
    { botId: 9, trigger: "mention" },
  ] as const;
  const at = stateAfter(
    ...[8, 9].map(
      (id): RealmEvent => ({
        type: "user_created",
        user: aUser({ id, bot: newBot("outgoing_webhook", 2) }),
      }),
    ),
  );
  expect(of(aMessageSent({ id: 7 }, { botCalls }), at)).toEqual(
    botCalls.map((call) => ({
      kind: "call_bot",
      key: `7 ${call.botId}`,
      lane: `${call.botId}`,
      share: "2",
      dueAt: now,
      payload: { messageId: 7, ...call },
    })),
  );
});

test("a scheduled message has a job at its time, unless it failed, was sent or was canceled", () => {
  const scheduled: ScheduledMessage = {
    id: 5,
    content: "x",
    renderedContent: "x",
    deliverAt: 77,
    client: "test",
    readBySender: true,
    failure: null,
    place: { kind: "direct", userIds: [1] },
  };
  const set = { type: "scheduled_set", userId: 1, isNew: true } as const;
  const gone = [{ kind: "send_scheduled_message", withdraws: "1 5" }];
  expect(of({ ...set, scheduled })).toEqual([
    {
      kind: "send_scheduled_message",
      key: "1 5",
      lane: "1",
      replaces: true,
      dueAt: 77_000,
      payload: { userId: 1, scheduledId: 5 },
    },
  ]);
  expect(of({ ...set, scheduled: { ...scheduled, failure: "no" } })).toEqual(gone);
  expect(of({ type: "scheduled_removed", userId: 1, scheduledId: 5 })).toEqual(gone);
});

describe("device notifications", () => {
  const news = (event: RealmEvent, at: RealmState) => payloads(ofKind("notify_devices", event, at));
  const conversation = channelConversation(1);
  const direct = directConversation(2001, 1, 2);
  const messageIds = [5, 6];
  const sent = aMessageSent(
    { id: 7, conversation: direct },
    { flagsByUser: { "2": ["mentioned"], "3": ["mentioned"] } },
  );
  const edited: MessageEdited = {
    type: "message_edited",
    messageId: 7,
    conversation,
    topic: "t",
    content: "x",
    renderedContent: "x",
    rendererVersion: 1,
    flagsByUser: { "2": ["mentioned"], "3": ["mentioned"] },
    edit: { userId: 1, editedAt: 99 },
  };
  const read: RealmEvent = {
    type: "message_flags_changed",
    userId: 2,
    op: "add",
    flag: "read",
    messageIds: [7],
    messages: [],
    ranges: [{ conversationId: 2001, ids: [[7, 8]] }],
  };
  const deleted: RealmEvent = {
    type: "messages_deleted",
    conversation,
    topic: "t",
    messageIds,
    deletedAt: 1,
  };
  const moved: RealmEvent = {
    type: "messages_moved",
    messageIds,
    chosenId: 5,
    mode: "change_all",
    leftBehind: [],
    from: { conversation, topic: "a" },
    to: { conversation: channelConversation(2), topic: "b" },
    lostBy: [2],
    edited,
    edit: { userId: 1, editedAt: 99 },
  };

  test("are stored with the names of flags that older versions read", () => {
    const toAll = aMessageSent(
      { id: 7, conversation: direct },
      { flagsByUser: { "2": ["channel_wildcard_mentioned"] } },
    );
    expect(news(toAll, withDevices(2))).toMatchObject([{ marks: { "2": ["stream_wildcard_mentioned"] } }]);
  });

  test("are enqueued for changes that may have to reach devices, with the flags of users who have one", async () => {
    const at = withDevices(2);
    expect(news(sent, at)).toEqual([{ what: "sent", messageId: 7, marks: { "2": ["mentioned"] } }]);
    const edit = { what: "edited", messageId: 7, editedAt: 99, marks: { "2": ["mentioned"] } };
    expect(news(edited, at)).toEqual([edit]);
    expect(news(read, at)).toEqual([
      { what: "read", userId: 2, ranges: [{ conversationId: 2001, ids: [[7, 8]] }] },
    ]);
    expect(news(deleted, at)).toEqual([{ what: "deleted", messageIds }]);
    expect(news(moved, at)).toEqual([
      {
        what: "moved",
        messageIds,
        lostBy: [2],
        conversationId: channelConversation(2).id,
      },
      edit,
    ]);
  });

  test("aren't enqueued when no user concerned has a device", async () => {
    for (const event of [sent, edited, read, deleted, moved]) expect(news(event, state)).toEqual([]);
    const at = withDevices(4);
    for (const event of [sent, edited, read]) expect(news(event, at)).toEqual([]);
    const unread = { ...read, op: "remove" } as const;
    expect(news(unread, withDevices(2))).toEqual([]);
  });

  test("that the relay must know about are separate jobs of the user", async () => {
    const token = aPushToken();
    const { service, appId } = token;
    const known = { service, token: token.token };
    const forRelay = { publicKey: "k", registration: "r" };
    const at = stateAfter({ type: "client_device_added", userId: 2, device: aClientDevice() });
    const change = { pendingTokenId: "p", service: "fcm" } as const;
    const changed = { type: "client_device_changed", userId: 2, deviceId: 1, change } as const;
    expect(payloads(of({ type: "push_token_added", userId: 2, token }))).toEqual([]);
    const unknown = { ...token, isIntroduced: false };
    expect(payloads(of({ type: "push_token_added", userId: 2, token: unknown }))).toEqual([
      { kind: "introduction", userId: 2, token: { ...known, appId } },
    ]);
    expect(payloads(of({ type: "push_token_removed", userId: 2, token: known }))).toEqual([
      { kind: "withdrawal", userId: 2, token: known },
    ]);
    expect(of({ ...changed, forRelay }, at)).toEqual([
      {
        kind: "send_push",
        lane: "2",
        dueAt: now,
        payload: {
          kind: "registration",
          userId: 2,
          deviceId: 1,
          tokenId: "p",
          service: "fcm",
          forRelay,
          askedAt: now,
        },
      },
    ]);
    expect(of(changed, at)).toEqual([]);
  });
});
