import type { RealmEvent } from "../../../src/domain/events/event";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import {
  type Audience,
  audienceAmong,
  audienceOf,
  isInAudience,
} from "../../../src/domain/queues/event-audience";
import { defaultRealmPermissions } from "../../../src/domain/realm/realm-permission";
import { RealmState } from "../../../src/domain/state/realm-state";
import { aMoment } from "../../support/application/fakes";
import {
  aChannel,
  aGroup,
  aMessageSent,
  aRealm,
  aRealmState,
  aSubscription,
  aUser,
  channelConversation,
  directConversation,
  flagsChanged,
} from "../../support/builders/entities";

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
  users.filter((user) => isInAudience(audience, state, user, aMoment)).map(({ id }) => id);

test("a channel message concerns the current subscribers", () => {
  expect(among(audienceOf(aMessageSent()))).toEqual([1]);
  const conversation = { kind: "channel", id: 1002, channelId: 2 } as const;
  expect(among(audienceOf(aMessageSent({ conversation })))).toEqual([2]);
});

test("a direct message concerns its participants", () => {
  expect(among(audienceOf(aMessageSent({ conversation: directConversation(500, 2, 3) })))).toEqual([2, 3]);
});

test("flags concern only their owner, and a revealed channel the users it is revealed to", () => {
  expect(among(audienceOf(flagsChanged({ userId: 3 })))).toEqual([3]);
  expect(among(audienceOf({ type: "channel_revealed", channelId: 2, userIds: [1, 3] }))).toEqual([1, 3]);
});

test("a channel concerns everyone who can see it: administrators, but not guests", () => {
  const created = (id: number, privacy: "public" | "private") =>
    audienceOf({ type: "channel_created", channel: aChannel({ id, privacy }) });
  expect(among(created(1, "public"))).toEqual([1, 2, 4]);
  expect(among(created(2, "private"))).toEqual([2, 4]);
  expect(among(created(9, "public"))).toEqual([]);
});

test("a subscription concerns everyone who can see the channel, and its subscriber", () => {
  const subscriptions = [aSubscription(3, 2)];
  expect(among(audienceOf({ type: "subscribed", subscriptions, firstMessageId: 1 }))).toEqual([2, 3, 4]);
  const unsubscribed = { type: "unsubscribed", channelIds: [2], userIds: [1], firstMessageId: 1 } as const;
  expect(among(audienceOf(unsubscribed))).toEqual([1, 2, 4]);
});

test("users, groups and settings concern everyone", () => {
  expect(among(audienceOf({ type: "user_created", user: aUser({ id: 2 }) }))).toEqual([1, 2, 3, 4]);
  expect(among(audienceOf({ type: "default_channels_set", channelIds: [] }))).toEqual([1, 2, 3, 4]);
});

test("where guests see only acquaintances, a user concerns all members, and the guests who know the user", () => {
  const realm = aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: 3 } });
  const limited = aRealmState({
    realm,
    users,
    channels: [aChannel({ id: 1 })],
    subscriptions: [aSubscription(1, 1), aSubscription(3, 1)],
    acquaintances: [{ guestId: 3, userIds: [3, 4] }],
  });
  const heardOf = (userId: number) =>
    users
      .filter((user) => isInAudience({ to: "acquainted", userId }, limited, user, aMoment))
      .map(({ id }) => id);
  expect([1, 2, 3, 4].map(heardOf)).toEqual([
    [1, 2, 3, 4],
    [1, 2, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
});

test("personal settings concern their owner, unless they change what others see", () => {
  const change = (settings: object) =>
    audienceOf({ type: "user_settings_changed", userId: 2, change: settings, isOwnChoice: true });
  expect(among(change({ enterSends: true }))).toEqual([2]);
  expect(among(change({ emailAddressVisibility: "nobody" }))).toEqual([1, 2, 3, 4]);
});

test("deleted messages concern everyone who can read the channel", () => {
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

const personIds = Array.from({ length: 30 }, (_, index) => index + 1);

test("in a large realm too, a shared channel no longer introduces a deactivated person to a limited guest", () => {
  const heardOf = (isActive: boolean): readonly number[] => {
    const guests = personIds.map((id) => aUser({ id, role: "guest", isActive: id !== 1 || isActive }));
    const town = aRealmState({
      realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: 3 } }),
      users: guests,
      channels: [aChannel({ id: 1 })],
      subscriptions: [aSubscription(1, 1), aSubscription(2, 1)],
    });
    const others = new Map(guests.slice(1).map(({ id }) => [id, undefined]));
    const isIn = audienceAmong({ to: "acquainted", userId: 1 }, town, others, aMoment);
    return guests.slice(1).flatMap((guest) => (isIn(guest) ? [guest.id] : []));
  };
  expect([heardOf(true), heardOf(false)]).toEqual([[2], []]);
});

test.each<[string, Audience]>([
  [
    "who may read a message",
    { to: "readers", messages: [{ channelId: 1, messageIds: [1], reach: undefined }] },
  ],
  ["who can see a channel", { to: "viewers", channelIds: [1], userIds: [] }],
])(
  "the groups of a channel's permissions are looked at once, however many people ask %s",
  (_what, audience) => {
    const inner = Array.from({ length: 30 }, (_, index) => aGroup({ id: 101 + index }));
    const outer = Array.from({ length: 40 }, (_, index) =>
      aGroup({ id: 201 + index, subgroups: inner.map(({ id }) => id) }),
    );
    const setting = { directMembers: [], directSubgroups: outer.map(({ id }) => id) };
    const channel = aChannel({ id: 1, privacy: "private", creatorId: 999 });
    const permissions = {
      ...channel.permissions,
      canSubscribeGroup: setting,
      canAddSubscribersGroup: setting,
    };
    const people = Array.from({ length: 200 }, (_, index) => aUser({ id: index + 1 }));
    const town = aRealmState({
      users: people,
      channels: [{ ...channel, permissions }],
      groups: [...inner, ...outer],
    });
    const looked = jest.spyOn(RealmState.prototype, "membersOf");
    const isIn = audienceAmong(audience, town, new Map(people.map(({ id }) => [id, undefined])), aMoment);
    expect(people.filter(isIn)).toEqual([]);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(inner.length + outer.length + 10);
    looked.mockRestore();
  },
);

test("the viewers of many channels among many people are found without comparing each with each", () => {
  const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  const roles = ["member", "guest", "owner", "guest", "moderator"] as const;
  const people = range(1, 200).map((id) =>
    aUser({ id, email: `${id}@example.com`, role: id <= 5 ? (roles[id - 1] ?? "member") : "guest" }),
  );
  const channels = range(1, 100).map((id) => {
    const named =
      id % 25 === 0 ? { canAddSubscribersGroup: onlyUser(1), canSubscribeGroup: onlyUser(2) } : {};
    const channel = aChannel({ id, name: `channel ${id}`, privacy: "private", creatorId: 99 });
    return { ...channel, permissions: { ...channel.permissions, ...named } };
  });
  const town = aRealmState({
    users: people,
    channels,
    subscriptions: [aSubscription(7, 7), aSubscription(8, 8, { isActive: false }), aSubscription(4, 50)],
  });
  const channelIds = channels.map(({ id }) => id);
  const audience: Audience = { to: "viewers", channelIds: [...channelIds, 9999], userIds: [9, 9998] };
  const expected = people.filter((user) => isInAudience(audience, town, user, aMoment)).map(({ id }) => id);
  expect(expected).toEqual([1, 3, 4, 7, 9]);
  const looked = jest.spyOn(RealmState.prototype, "isSubscribed");
  const isIn = audienceAmong(audience, town, new Map(people.map(({ id }) => [id, undefined])), aMoment);
  expect(people.filter(isIn).map(({ id }) => id)).toEqual(expected);
  expect(looked.mock.calls.length).toBeLessThanOrEqual(people.length + channels.length);
  looked.mockRestore();
});
