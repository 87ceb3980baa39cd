import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { subscribe } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { fetchMessage } from "../../../src/application/messages/fetch-message";
import { fetchMessages } from "../../../src/application/messages/fetch-messages";
import { listTopics } from "../../../src/application/topics/list-topics";
import type { ChannelPrivacy } from "../../../src/domain/channels/channel";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { joining } from "../../support/application/memory-application";
import { memoryRealm, type Person } from "../../support/application/memory-realm";

const page = { anchor: "oldest", includeAnchor: true, before: 0, after: 500 } as const;

/** Olive writes in a channel; Ben, Cleo and the guest Gina come and go. */
const realm = async (plan: {
  readonly privacy?: ChannelPrivacy;
  readonly historyPublicToSubscribers?: boolean;
}) => {
  const founded = await memoryRealm({
    people: { ben: "member", cleo: "member", gina: "guest" },
    channels: { lunch: { of: ["owner"], historyPublicToSubscribers: true, ...plan } },
  });
  const { owner, lunch, services } = founded;
  await founded.set({ sendChannelEventsMessages: false });
  const refused = async (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => false,
      () => true,
    );
  return {
    ...founded,
    services,
    say: (topic = "food") => owner.says(lunch, topic),
    joins: (who: Person) => owner.does(subscribe, joining("lunch", { principals: [who.id] })),
    leaves: (who: Person) => who.does(unsubscribe, { channelNames: ["lunch"], principals: undefined }),
    /** Every way to read the messages. */
    readable: async (who: Person, messageIds: readonly number[]) => {
      const ids = async (narrow: object[]) => {
        const { messages } = await who.does(fetchMessages, { ...page, narrow } as never);
        return messages.map(({ message }) => message.id).filter((id) => messageIds.includes(id));
      };
      const one: number[] = [];
      for (const id of messageIds) if (!(await refused(who.does(fetchMessage, id)))) one.push(id);
      const inChannel = [{ operator: "channel", operand: lunch, negated: false }];
      const isStarred = [{ operator: "is", operand: "starred", negated: false }];
      for (const id of messageIds)
        await refused(who.does(changeFlags, { messageIds: [id], op: "add", flag: "starred" }));
      return {
        one,
        everywhere: await ids([]),
        narrowed: await ids(inChannel).catch(() => "refused"),
        topics: await who.does(listTopics, lunch).then(
          (topics) => topics.length,
          () => "refused",
        ),
        mayStarAll: !(await refused(who.does(changeFlags, { messageIds, op: "add", flag: "starred" }))),
        // Stars of earlier calls stay.
        starred: await ids(isStarred),
      };
    },
  };
};
/** What somebody finds who can't read the channel, whatever they have starred. */
const nothing = {
  one: [],
  everywhere: [],
  narrowed: "refused",
  topics: "refused",
  mayStarAll: false,
  starred: [],
};

test("subscribers read all of a private channel with shared history, and nobody else reads any", async () => {
  const { ben, say, joins, leaves, readable } = await realm({ privacy: "private" });
  const before = await say();
  expect(await readable(ben, [before])).toEqual(nothing);
  await joins(ben);
  const both = [before, await say()];
  expect(await readable(ben, both)).toEqual({
    one: both,
    everywhere: both.slice(1),
    narrowed: both,
    topics: 1,
    mayStarAll: true,
    starred: both,
  });
  await leaves(ben);
  expect(await readable(ben, [...both, await say()])).toEqual(nothing);
  await joins(ben);
  expect((await readable(ben, both)).one).toEqual(both);
});

test("subscribers read what they received of a private channel with protected history", async () => {
  const { ben, say, joins, leaves, readable } = await realm({
    privacy: "private",
    historyPublicToSubscribers: false,
  });
  const before = await say("before");
  await joins(ben);
  const during = await say("during");
  expect(await readable(ben, [before, during])).toEqual({
    one: [during],
    everywhere: [during],
    narrowed: [during],
    topics: 1,
    mayStarAll: false,
    starred: [during],
  });
  await leaves(ben);
  const between = await say("between");
  expect(await readable(ben, [before, during, between])).toEqual(nothing);
  await joins(ben);
  const reached = [during, await say("after")];
  expect(await readable(ben, [before, between, ...reached])).toEqual({
    one: reached,
    everywhere: reached,
    narrowed: reached,
    topics: 2,
    mayStarAll: false,
    starred: reached,
  });
});

test("members read all of a public channel, subscribed or not; guests only while subscribed", async () => {
  const { ben, gina, say, joins, leaves, readable } = await realm({});
  const first = await say();
  const found = { one: [first], everywhere: [], narrowed: [first], starred: [first] };
  const all = { ...found, topics: 1, mayStarAll: true };
  expect(await readable(ben, [first])).toEqual(all);
  expect(await readable(gina, [first])).toEqual(nothing);
  await joins(gina);
  expect(await readable(gina, [first])).toEqual(all);
  await leaves(gina);
  expect(await readable(gina, [first])).toEqual(nothing);
});

test("reading follows the channel's current privacy", async () => {
  const { ben, lunch, say, change, readable } = await realm({});
  const first = await say();
  const open = await readable(ben, [first]);
  await change(lunch, { privacy: "private" });
  expect(await readable(ben, [first])).toEqual(nothing);
  await change(lunch, { privacy: "public" });
  expect(await readable(ben, [first])).toEqual(open);
});

test("subscribers keep what they received when the history becomes protected, and get the rest back after", async () => {
  const { ben, lunch, say, joins, change, readable } = await realm({ privacy: "private" });
  const before = await say();
  await joins(ben);
  const during = await say();
  const narrowed = async () => (await readable(ben, [before, during])).narrowed;
  expect(await narrowed()).toEqual([before, during]);
  await change(lunch, { historyPublicToSubscribers: false });
  expect(await narrowed()).toEqual([during]);
  await change(lunch, { historyPublicToSubscribers: true });
  expect(await narrowed()).toEqual([before, during]);
});

test.each(["public", "private"] as const)(
  "an archived %s channel is read by the same people",
  async (privacy) => {
    const { ben, cleo, gina, owner, lunch, say, joins, readable } = await realm({ privacy });
    const first = await say();
    await joins(ben);
    const seen = async () => [
      await readable(ben, [first]),
      await readable(cleo, [first]),
      await readable(gina, [first]),
    ];
    const before = await seen();
    await owner.does(archiveChannel, lunch);
    expect(await seen()).toEqual(before);
  },
);

test("users who may subscribe to a private channel can read it without subscribing", async () => {
  const { ben, lunch, say, change, readable } = await realm({ privacy: "private" });
  const first = await say();
  await change(lunch, { permissions: { canSubscribeGroup: onlyUser(ben.id) } });
  expect(await readable(ben, [first])).toMatchObject({ one: [first], narrowed: [first], topics: 1 });
  await change(lunch, { permissions: { canSubscribeGroup: onlyUser(1) } });
  expect(await readable(ben, [first])).toEqual(nothing);
});

test("a user who leaves and comes back has read the earlier messages", async () => {
  const { ben, say, joins, leaves } = await realm({});
  await joins(ben);
  const first = await say();
  await leaves(ben);
  await joins(ben);
  expect((await ben.does(fetchMessage, first)).flags).toEqual(["read"]);
});
