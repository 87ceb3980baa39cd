import type { RealmEvent } from "../../src/domain/event";
import { type Audience, audienceOf, isAmong } from "../../src/domain/event-audience";
import { defaultRealmPermissions } from "../../src/domain/realm-permission";
import {
  aChannel,
  aMessageSent,
  aRealm,
  aRealmState,
  aSubscription,
  aUser,
  channelConversation,
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
  expect(among(audienceOf({ type: "user_created", user: aUser({ id: 2 }) }))).toEqual([1, 2, 3, 4]);
  expect(among(audienceOf({ type: "default_channels_set", channelIds: [] }))).toEqual([1, 2, 3, 4]);
});

test("where guests are limited to whom they know, a user concerns the others, and guests who know them", () => {
  const realm = aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: 3 } });
  const limited = aRealmState({
    realm,
    users,
    channels: [aChannel({ id: 1 })],
    subscriptions: [aSubscription(1, 1), aSubscription(3, 1)],
    acquaintances: [{ guestId: 3, userIds: [3, 4] }],
  });
  const heardOf = (userId: number) =>
    users.filter((user) => isAmong({ to: "acquainted", userId }, limited, user, aMoment)).map(({ id }) => id);
  expect([1, 2, 3, 4].map(heardOf)).toEqual([
    [1, 2, 3, 4],
    [1, 2, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
});

test("personal settings concern whose they are, until they change what others see", () => {
  const change = (settings: object) =>
    audienceOf({ type: "user_settings_changed", userId: 2, change: settings, isOwnChoice: true });
  expect(among(change({ enterSends: true }))).toEqual([2]);
  expect(among(change({ emailAddressVisibility: "nobody" }))).toEqual([1, 2, 3, 4]);
});

test("deleted messages concern whoever may read in the channel", () => {
  const deleted = (channelId: number): RealmEvent => ({
    type: "messages_deleted",
    topic: "",
    messageIds: [1],
    deletedAt: 0,
    conversation: channelConversation(channelId),
  });
  expect(among(audienceOf(deleted(1)))).toEqual([1, 2, 4]);
  expect(among(audienceOf(deleted(2)))).toEqual([2]);
});
