import { encodeFetchedEvents } from "../../../../src/adapters/zulip-wire/events/fetched-events";
import type { RealmEvent } from "../../../../src/domain/events/event";
import { apply } from "../../../../src/domain/state/apply";
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
const heardBy = async (userId: number, event: RealmEvent): Promise<readonly object[]> => {
  const fetched = {
    queue: aQueue({ userId, categories: ["subscription"] }),
    afterId: 0,
    items: [{ position: 5, before, event, after: apply(before, event) }],
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
