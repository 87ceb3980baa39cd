import type { Caller } from "../../../src/application/caller";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { sendMessage } from "../../../src/application/messages/send-message";
import { mailMissedMessages } from "../../../src/application/missed-messages/mail-missed-messages";
import type { MessageReader } from "../../../src/application/ports/messages/message-reader";
import { reportPresence } from "../../../src/application/presence/report-presence";
import { deactivateRealm } from "../../../src/application/realm/deactivate-realm";
import type { SubscriptionChange } from "../../../src/domain/channels/subscription";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { UserSettings } from "../../../src/domain/users/user-settings";
import { shouldNotBeCalled } from "../../support/application/fakes";
import {
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent, directConversation } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";
import { commitWithJobs } from "../../support/storage/commits";

let world: MemoryApplication;
let ann: Caller;
let ben: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  ann = await world.newMember("Ann");
  ben = await world.newMember("Ben");
});

const write = async (from: Caller, to: readonly Caller[], content: string): Promise<number> =>
  successOf(
    await sendMessage(world.services)(from, {
      to: { kind: "direct", recipients: to.map(({ userId }) => userId) },
      content,
      readBySender: true,
    })(),
  ).id;
const happens = async (...events: RealmEvent[]) => {
  const state = await world.services.directory.newest(world.realmId);
  const { eventStore, clock } = world.persistence;
  const position = await commitWithJobs(eventStore, world.realmId, events, state, clock.now());
  await world.services.directory.catchUp(world.realmId, position);
};
const settings = (caller: Caller, change: Partial<UserSettings>) =>
  happens({ type: "user_settings_changed", userId: caller.userId, change, isOwnChoice: true });
/** Runs the job as the server does, before and after the delay. */
const later = async (seconds = 120): Promise<Awaited<ReturnType<MemoryApplication["mails"]>>> => {
  await world.services.jobRunner.runDue();
  world.clock.advance(seconds * 1000 - 1000);
  await world.services.jobRunner.runDue();
  expect(await world.mails()).toEqual([]);
  world.clock.advance(1000);
  await world.services.jobRunner.runDue();
  return world.mails();
};

test("unread direct messages are mailed together and once, two minutes after the first", async () => {
  await write(ann, [ben], "first");
  world.clock.advance(60_000);
  await write(ann, [ben], "second <b>");
  const mails = await later(60);
  expect(mails).toMatchObject([
    {
      to: "ben@example.com",
      replyTo: "ann@example.com",
      letter: {
        kind: "missed_messages",
        senderNames: ["Ann"],
        count: 2,
        showsContent: true,
        canAnswer: true,
        realmName: null,
        link: "https://chat.example.com",
        conversations: [
          {
            title: "Direct messages",
            messages: [
              { senderName: "Ann", content: "first" },
              { senderName: "Ann", content: "second <b>" },
            ],
          },
        ],
      },
    },
  ]);
  world.clock.advance(3_600_000);
  await world.services.jobRunner.runDue();
  expect(await world.mails()).toHaveLength(1);
  await write(ann, [ben], "third");
  await world.services.jobRunner.runDue();
  world.clock.advance(120_000);
  await world.services.jobRunner.runDue();
  expect((await world.mails())[1]?.letter).toMatchObject({ count: 1 });
});

test("channel mentions are mailed with their topic, other channel messages aren't", async () => {
  await happens(
    aMessageSent({ id: 50, senderId: ann.userId, conversation: { kind: "channel", id: 1, channelId: 1 } }),
    aMessageSent(
      {
        id: 51,
        senderId: ann.userId,
        conversation: { kind: "channel", id: 1, channelId: 1 },
        content: "@**Ben**",
      },
      { flagsByUser: { [ben.userId]: ["mentioned"] } },
    ),
  );
  expect((await later()).map(({ to, letter }) => [to, letter])).toMatchObject([
    [
      "ben@example.com",
      { conversations: [{ title: "#general > lunch", messages: [{ content: "@**Ben**" }] }] },
    ],
  ]);
});

const inChannel = { kind: "channel", id: 1, channelId: 1 } as const;
const says = (id: number, content: string, topic = "lunch", flagsByUser = {}) =>
  aMessageSent(
    { id, senderId: ann.userId, conversation: inChannel, content, topic, sentAt: world.clock.now() / 1000 },
    { flagsByUser },
  );
const follows = (caller: Caller, topic: string, policy: "followed" | "muted" = "followed"): RealmEvent => ({
  type: "topic_policy_set",
  userId: caller.userId,
  channelId: 1,
  topic,
  policy,
  setAt: 1,
});
const hasChannel = (caller: Caller, change: SubscriptionChange): RealmEvent => ({
  type: "subscriptions_changed",
  userId: caller.userId,
  changes: [{ channelId: 1, change }],
});
const contents = async (seconds?: number) =>
  (await later(seconds)).map(({ to, letter }) => [
    to,
    (letter.kind === "missed_messages" ? letter.conversations : []).flatMap(({ messages }) =>
      messages.map(({ content }) => content),
    ),
  ]);

test("followed topics are mailed to people who want that, other topics of the channel aren't", async () => {
  const cleo = await world.newMember("Cleo");
  await settings(cleo, { enableFollowedTopicEmailNotifications: false });
  await happens(follows(ben, "Lunch"), follows(cleo, "lunch"));
  await happens(says(50, "one"), says(51, "two", "dinner"), says(52, "three", "LUNCH"));
  expect(await contents()).toEqual([["ben@example.com", ["one", "three"]]]);
});

test("channels with mail turned on, individually or all at once, are mailed except what is muted", async () => {
  const cleo = await world.newMember("Cleo");
  const dan = await world.newMember("Dan");
  await settings(cleo, { enableChannelEmailNotifications: true });
  await settings(dan, { enableChannelEmailNotifications: true });
  await happens(
    hasChannel(ben, { emailNotifications: true }),
    hasChannel(dan, { emailNotifications: false }),
  );
  await happens(follows(cleo, "lunch", "muted"));
  await happens(says(50, "one"), says(51, "two", "dinner"));
  expect((await contents()).sort()).toEqual([
    ["ben@example.com", ["one", "two"]],
    ["cleo@example.com", ["two"]],
  ]);
});

test("a mail before the channel is searched holds what the search would find, and nothing is mailed twice", async () => {
  await settings(ben, { emailNotificationsBatchingPeriodSeconds: 5 });
  await happens(hasChannel(ben, { emailNotifications: true }));
  await happens(says(50, "one"), says(51, "two", "dinner", { [ben.userId]: ["mentioned"] }));
  expect(await contents(5)).toEqual([["ben@example.com", ["one", "two"]]]);
  for (let seconds = 0; seconds < 200; seconds += 5) {
    world.clock.advance(5000);
    await world.services.jobRunner.runDue();
  }
  expect(await world.mails()).toHaveLength(1);
});

test("a message that comes right after a mail waits for as long as the user chose, in the next mail", async () => {
  await write(ann, [ben], "first");
  expect(await later()).toHaveLength(1);
  world.clock.advance(30_000);
  await write(ann, [ben], "second");
  world.clock.advance(119_000);
  await world.services.jobRunner.runDue();
  expect(await world.mails()).toHaveLength(1);
  world.clock.advance(1000);
  await world.services.jobRunner.runDue();
  expect((await world.mails()).slice(1)).toMatchObject([{ letter: { count: 1 } }]);
});

test("after a backlog, a user gets one mail about all channels, not one for each", async () => {
  const of = ["ann", "ben"] as const;
  const realm = await memoryRealm({
    people: { ann: "member", ben: "member" },
    channels: { one: { of }, two: { of }, three: { of }, four: { of }, five: { of }, six: { of } },
  });
  const { one, two, three, four, five, six, services, clock } = realm;
  const channelIds = [one, two, three, four, five, six];
  const changes = channelIds.map((channelId) => ({ channelId, change: { emailNotifications: true } }));
  await realm.append({ type: "subscriptions_changed", userId: realm.ben.id, changes });
  for (const channelId of channelIds) await realm.ann.says(channelId);
  // The server was down.
  clock.advance(3_600_000);
  for (let seconds = 0; seconds < 180; seconds += 15) {
    await services.jobRunner.runDue();
    clock.advance(15_000);
  }
  expect(await realm.mails()).toMatchObject([{ letter: { count: 6 } }]);
});

test("a check that runs again, because the server died, writes the same mail", async () => {
  const id = await write(ann, [ben], "hello");
  const { services, realmId } = world;
  const handler = mailMissedMessages({ ...services, siteUrl: () => "https://chat.example.com" });
  const mailsOf = async (jobId: number) => {
    const payload = { userId: ben.userId, messageId: id };
    const outcome = await handler.run({ realmId, jobId, payload, isLastTry: false });
    return outcome.kind === "done" ? outcome.next.length : outcome.kind;
  };
  expect([await mailsOf(7), await mailsOf(7), await mailsOf(8)]).toEqual([1, 1, 0]);
});

test("mentions of everyone are mailed to the people who allow them to notify", async () => {
  const cleo = await world.newMember("Cleo");
  const dan = await world.newMember("Dan");
  await settings(cleo, { wildcardMentionsNotify: false });
  await happens(hasChannel(dan, { isMuted: true }));
  const all = ["channel_wildcard_mentioned", "wildcard_mentioned"] as const;
  await happens(says(50, "@**all**", "lunch", { [ben.userId]: all, [cleo.userId]: all, [dan.userId]: all }));
  expect(await contents()).toEqual([["ben@example.com", ["@**all**"]]]);
});

test("recipients of a channel message are looked for in slices, and the server's own messages are skipped", async () => {
  await happens(hasChannel(ben, { emailNotifications: true }));
  await happens(...Array.from({ length: 300 }, (_, index) => says(50 + index, `${index}`)));
  const due = world.clock.now() + 15_000;
  const [job, ...others] = await world.persistence.jobQueue.claim(
    [{ kind: "find_missed_in_channel", limit: 99 }],
    due,
    1,
  );
  expect([job?.payload, others]).toEqual([{ channelId: 1, from: 50 }, []]);
  if (job) await world.persistence.jobQueue.release([job]);
  const [mail] = await later();
  expect(mail?.letter).toMatchObject({ kind: "missed_messages", count: 21 });
});

test("messages that were read, or whose reader is active, aren't mailed", async () => {
  const cleo = await world.newMember("Cleo");
  const read = await write(ann, [ben], "read");
  await write(ann, [cleo], "here");
  await changeFlags(world.services)(ben, { messageIds: [read], op: "add", flag: "read" })();
  world.clock.advance(60_000);
  const report = { status: "active", pingOnly: true, lastUpdateId: -1, historyDays: undefined };
  successOf(await reportPresence(world.services)(cleo, report)());
  expect(await later(60)).toEqual([]);
});

test("messages whose reader is active on a node whose news doesn't arrive aren't mailed", async () => {
  const cleo = await world.newMember("Cleo");
  await write(ann, [cleo], "there");
  // From here on, this node knows nobody else from storage.
  await world.services.presence.since(world.realmId, undefined);
  world.clock.advance(60_000);
  const now = world.clock.now();
  const presence = { activeAt: now, idleAt: now };
  await world.persistence.presenceStore.save([{ realmId: world.realmId, userId: cleo.userId, presence }]);
  expect(await later(60)).toEqual([]);
});

test("nobody in a deactivated organization gets mail about what they missed", async () => {
  await write(ann, [ben], "first");
  successOf(await deactivateRealm(world.services)(world.owner)());
  expect(await later()).toEqual([]);
});

test("people who don't want mail get none", async () => {
  await settings(ben, { enableOfflineEmailNotifications: false });
  await write(ann, [ben], "hello");
  expect(await later()).toEqual([]);
});

test("the delay is the one the user chose", async () => {
  await settings(ben, { emailNotificationsBatchingPeriodSeconds: 600 });
  await write(ann, [ben], "hello");
  expect(await later(600)).toHaveLength(1);
});

test("leaves out content for people who don't want it, and if the organization forbids it", async () => {
  const hidden = { showsContent: false, conversations: [], count: 1, senderNames: ["Ann"] };
  await settings(ben, { messageContentInEmailNotifications: false });
  await write(ann, [ben], "secret");
  expect((await later())[0]?.letter).toMatchObject(hidden);
  await settings(ben, { messageContentInEmailNotifications: true });
  await happens({
    type: "realm_changed",
    change: { settings: { messageContentAllowedInEmailNotifications: false } },
  });
  await write(ann, [ben], "secret too");
  await world.services.jobRunner.runDue();
  world.clock.advance(120_000);
  await world.services.jobRunner.runDue();
  expect((await world.mails())[1]?.letter).toMatchObject(hidden);
});

test("the sender's address is a reply-to only if it is visible and there is one sender", async () => {
  await settings(ann, { emailAddressVisibility: "nobody" });
  await write(ann, [ben], "hidden");
  const [mail] = await later();
  expect(mail).not.toHaveProperty("replyTo");
  await settings(ann, { emailAddressVisibility: "everyone" });
  await write(ann, [ben], "one");
  await write(world.owner, [ben], "two");
  await world.services.jobRunner.runDue();
  world.clock.advance(120_000);
  await world.services.jobRunner.runDue();
  const [, second] = await world.mails();
  expect(second).not.toHaveProperty("replyTo");
  expect(second?.letter).toMatchObject({ senderNames: ["Ann", "Olive"], canAnswer: false });
});

test("messages from muted senders, the server and the user themselves aren't mailed", async () => {
  await happens({
    type: "muted_users_set",
    userId: ben.userId,
    muted: [{ userId: ann.userId, since: 0 }],
  });
  await write(ann, [ben], "muted");
  await write(ben, [ben], "to myself");
  await happens(
    aMessageSent(
      { id: 90, senderId: 2, conversation: directConversation(900, 2, ben.userId), topic: "" },
      { beginsConversation: true },
    ),
  );
  expect(await later()).toEqual([]);
});

test("names the organization if the user wants that or has several", async () => {
  await settings(ben, { realmNameInEmailNotificationsPolicy: "always" });
  await write(ann, [ben], "hello");
  expect((await later())[0]?.letter).toMatchObject({ realmName: "Example" });
});

test("only the text of messages is read, not their HTML or their earlier versions", async () => {
  const id = await write(ann, [ben], "short");
  const { services, realmId } = world;
  const { around, byIds } = shouldNotBeCalled<MessageReader>("messages");
  const messages = { ...services.messages, around, byIds };
  const job = { realmId, payload: { userId: ben.userId, messageId: id }, jobId: 1, isLastTry: false };
  const outcome = await mailMissedMessages({
    ...services,
    siteUrl: () => "https://chat.example.com",
    messages,
  }).run(job);
  expect(JSON.stringify(outcome)).toContain("short");
});

test("mail to a limited guest doesn't name senders whom the guest may no longer see", async () => {
  const gus = await world.newMember("Gus", { role: "guest" });
  await happens({
    type: "realm_changed",
    change: { permissions: { canAccessAllUsersGroup: systemGroup.members } },
  });
  const { channels } = await world.services.directory.newest(world.realmId);
  const channelIds = [...channels.keys()];
  await happens({ type: "unsubscribed", userIds: [ann.userId], channelIds, firstMessageId: 1 });
  const conversation = { kind: "channel", id: 1, channelId: 1 } as const;
  const more = { flagsByUser: { [gus.userId]: ["mentioned" as const] } };
  await happens(aMessageSent({ id: 50, senderId: ann.userId, conversation, content: "hi" }, more));
  const [mail] = (await later()).filter(({ to }) => to === "gus@example.com");
  expect(mail?.letter).toMatchObject({
    senderNames: [],
    conversations: [{ messages: [{ senderName: "Somebody", content: "hi" }] }],
  });
  expect(mail).not.toHaveProperty("replyTo");
});
