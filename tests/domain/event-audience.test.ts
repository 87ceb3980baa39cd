import { type Audience, audienceOf, isAmong } from "../../src/domain/event-audience";
import {
  aChannel,
  aMessageSent,
  aRealmState,
  aSubscription,
  aUser,
  directConversation,
  flagsChanged,
} from "../support/builders";
import { aMoment } from "../support/fakes";

const users = [
  aUser({ id: 1 }),
  aUser({ id: 2 }),
  aUser({ id: 3, role: "guest" }),
  aUser({ id: 4, role: "owner" }),
];
const state = aRealmState({
  users,
  channels: [aChannel({ id: 1, creatorId: 99 }), aChannel({ id: 2, privacy: "private", creatorId: 99 })],
  subscriptions: [aSubscription(1, 1), aSubscription(2, 2), aSubscription(1, 2, { isActive: false })],
});
const among = (audience: Audience) =>
  users.filter((user) => isAmong(audience, state, user, aMoment)).map(({ id }) => id);

test("a message in a channel concerns those who are subscribed now", () => {
  expect(among(audienceOf(aMessageSent()))).toEqual([1]);
  const conversation = { kind: "channel", id: 1002, channelId: 2 } as const;
  expect(among(audienceOf(aMessageSent({ conversation })))).toEqual([2]);
});

test("a direct message concerns those who take part", () => {
  expect(among(audienceOf(aMessageSent({ conversation: directConversation(500, 2, 3) })))).toEqual([2, 3]);
});

test("flags concern only whose they are, and a revealed channel whom it is revealed to", () => {
  expect(among(audienceOf(flagsChanged({ userId: 3 })))).toEqual([3]);
  expect(among(audienceOf({ type: "channel_revealed", channelId: 2, userIds: [1, 3] }))).toEqual([1, 3]);
});

test("a channel concerns whoever may know of it: administrators too, guests not", () => {
  const created = (id: number, privacy: "public" | "private") =>
    audienceOf({ type: "channel_created", channel: aChannel({ id, privacy }) });
  expect(among(created(1, "public"))).toEqual([1, 2, 4]);
  expect(among(created(2, "private"))).toEqual([2, 4]);
  expect(among(created(9, "public"))).toEqual([]);
});

test("a subscription concerns whoever may know of the channel, and whom it is about", () => {
  const subscriptions = [aSubscription(3, 2)];
  expect(among(audienceOf({ type: "subscribed", subscriptions, firstMessageId: 1 }))).toEqual([2, 3, 4]);
  const unsubscribed = { type: "unsubscribed", channelIds: [2], userIds: [1], firstMessageId: 1 } as const;
  expect(among(audienceOf(unsubscribed))).toEqual([1, 2, 4]);
});

test("users, groups and settings concern everyone", () => {
  expect(among(audienceOf({ type: "user_created", user: aUser({ id: 9 }) }))).toEqual([1, 2, 3, 4]);
  expect(among(audienceOf({ type: "default_channels_set", channelIds: [] }))).toEqual([1, 2, 3, 4]);
});
