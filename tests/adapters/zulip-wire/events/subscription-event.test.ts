import { encodeFetchedEvents } from "../../../../src/adapters/zulip-wire/events/fetched-events";
import type { RealmEvent } from "../../../../src/domain/events/event";
import { apply } from "../../../../src/domain/state/apply";
import type { LogStep } from "../../../../src/domain/state/log-step";
import { aChannel, aQueue, aRealmState, aSubscription, aUser } from "../../../support/builders/entities";

const [outsiderId, insiderId, newcomerId] = [1, 2, 3];
const [privateId, publicId] = [36, 37];

const before = aRealmState({
  users: [outsiderId, insiderId, newcomerId].map((id) => aUser({ id, email: `${id}@example.com` })),
  channels: [
    aChannel({ id: privateId, name: "layoffs", privacy: "private", creatorId: insiderId }),
    aChannel({ id: publicId, name: "lunch" }),
  ],
  subscriptions: [aSubscription(insiderId, privateId)],
});

/** The events that a reader's queue has of it, without those of other kinds. */
const heardBy = (userId: number, event: RealmEvent): Promise<readonly object[]> =>
  heardOf({ position: 5, before, event, after: apply(before, event) }, userId);

const heardOf = async (
  step: LogStep,
  userId: number,
  presentation: Readonly<Record<string, boolean>> = {},
): Promise<readonly object[]> => {
  const fetched = {
    queue: aQueue({ userId, categories: ["subscription"], presentation }),
    afterId: 0,
    items: [step],
    heartbeatId: undefined,
    flags: new Map(),
    userTopics: [],
    isOver: false,
  };
  const facts = { realm: {}, server: { offeredLogins: [] }, now: Date.now } as never;
  return (await encodeFetchedEvents(fetched, facts, {} as never)).map(({ text }) => JSON.parse(text));
};

test("people subscribed to several channels at once join, for each reader, only the channels that the reader sees", async () => {
  const subscriptions = [aSubscription(newcomerId, privateId), aSubscription(newcomerId, publicId)];
  const event = { type: "subscribed", subscriptions, firstMessageId: 1 } as const;
  const joined = { op: "peer_add", user_ids: [newcomerId] };
  expect(await heardBy(outsiderId, event)).toMatchObject([{ ...joined, stream_ids: [publicId] }]);
  expect(await heardBy(insiderId, event)).toMatchObject([{ ...joined, stream_ids: [privateId, publicId] }]);
});

test("people unsubscribed from several channels at once leave, for each reader, only those that the reader sees", async () => {
  const channelIds = [privateId, publicId];
  const event = { type: "unsubscribed", channelIds, userIds: [newcomerId], firstMessageId: 1 } as const;
  const left = { op: "peer_remove", user_ids: [newcomerId] };
  expect(await heardBy(outsiderId, event)).toMatchObject([{ ...left, stream_ids: [publicId] }]);
  expect(await heardBy(insiderId, event)).toMatchObject([{ ...left, stream_ids: channelIds }]);
});

const crowd = Array.from({ length: 300 }, (_, index) => 11 + index);
const channelIds = Array.from({ length: 20 }, (_, index) => 101 + index);
const ofCrowd = aRealmState({
  users: crowd.map((id) => aUser({ id, email: `${id}@example.com` })),
  channels: channelIds.map((id) => aChannel({ id, name: `team ${id}`, conversationId: id })),
  subscriptions: crowd.slice(0, 150).map((id) => aSubscription(id, 101)),
});

/** How many matches the JSON has that is written meanwhile. */
const writtenDuring = async (pattern: RegExp, work: () => Promise<unknown>): Promise<number> => {
  const { stringify } = JSON;
  let count = 0;
  const spy = jest.spyOn(JSON, "stringify").mockImplementation((...given) => {
    const text = stringify(...given);
    count += text?.match(pattern)?.length ?? 0;
    return text;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return count;
};

test("a long list of people who leave together is written once, though each of them hears of the others only", async () => {
  const userIds = crowd.slice(0, 150).toReversed();
  const event = { type: "unsubscribed", channelIds: [101], userIds, firstMessageId: 1 } as const;
  const step = { position: 5, before: ofCrowd, event, after: apply(ofCrowd, event) };
  const heard = new Map<number, readonly object[]>();
  const lists = await writtenDuring(/(\d+,){100}/g, async () => {
    for (const id of crowd) heard.set(id, await heardOf(step, id));
  });
  // For those who leave, and for those who hear of all of them.
  expect(lists).toBeLessThanOrEqual(2);
  for (const id of crowd) {
    const peers = { type: "subscription", op: "peer_remove", stream_ids: [101] };
    const others = { ...peers, user_ids: userIds.filter((one) => one !== id) };
    const own = { type: "subscription", op: "remove", subscriptions: [{ stream_id: 101, name: "team 101" }] };
    expect(heard.get(id)).toMatchObject(userIds.includes(id) ? [own, others] : [others]);
  }
});

test("channels that people join together are written once, with their subscribers, for all of them", async () => {
  const newcomers = crowd.slice(150, 200);
  const subscriptions = newcomers.flatMap((userId) =>
    channelIds.map((channelId) => aSubscription(userId, channelId, { isMuted: userId === 170 })),
  );
  const event = { type: "subscribed", subscriptions, firstMessageId: 1 } as const;
  const step = { position: 5, before: ofCrowd, event, after: apply(ofCrowd, event) };
  const heard = new Map<number, readonly object[]>();
  const written = await writtenDuring(/"rendered_description"|\[(\d+,){100}/g, async () => {
    for (const id of newcomers) heard.set(id, await heardOf(step, id, { includeSubscribers: true }));
  });
  expect(written).toBe(channelIds.length + 1);
  for (const [id, events] of heard)
    expect(events).toMatchObject([
      {
        op: "add",
        subscriptions: channelIds.map((channelId) => ({
          stream_id: channelId,
          name: `team ${channelId}`,
          is_muted: id === 170,
          subscribers: channelId === 101 ? crowd.slice(0, 200) : newcomers,
        })),
      },
    ]);
  expect(await heardOf(step, 170)).not.toMatchObject([{ subscriptions: [{ subscribers: newcomers }] }]);
});
