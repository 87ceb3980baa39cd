import type { RealmEvent } from "../../../src/domain/events/event";
import { apply } from "../../../src/domain/state/apply";
import {
  aChannel,
  aGroup,
  aMessageSent,
  aRealm,
  aRealmState,
  aSubscription,
  aUser,
  flagsChanged,
} from "../../support/builders/entities";

const subscribed = (userId: number, channelId: number, more = {}): RealmEvent => ({
  type: "subscribed",
  subscriptions: [aSubscription(userId, channelId, more)],
  firstMessageId: 1,
});
const unsubscribed = (userIds: readonly number[], channelIds: readonly number[]): RealmEvent => ({
  type: "unsubscribed",
  userIds,
  channelIds,
  firstMessageId: 1,
});
const after = (...events: readonly RealmEvent[]) => {
  const state = aRealmState();
  return events.reduce(apply, state);
};

test("every event advances the state by one position", () => {
  const { position } = after({ type: "realm_created", realm: aRealm() }, aMessageSent(), flagsChanged({}));
  expect(position).toBe(3);
});

test("a user is found by id, and by the real address, ignoring case", () => {
  const user = aUser({ id: 7, email: "Ada@Example.com" });
  const state = after({ type: "user_created", user });
  expect(state.users.get(7)).toBe(user);
  expect(state.userByEmail("aDA@example.COM")).toBe(user);
  expect(state.userByEmail("user7@chat.example.com")).toBeUndefined();
});

test("a dummy address finds a user of this host only, and the real address finds the same user", () => {
  const state = after({ type: "user_created", user: aUser({ id: 7, email: "ada@example.com" }) });
  expect(state.userByAnyEmail("user7@chat.example.com", "Chat.example.com")?.id).toBe(7);
  expect(state.userByAnyEmail("ADA@example.com", "chat.example.com")?.id).toBe(7);
  expect(state.userByAnyEmail("user7@elsewhere.org", "chat.example.com")).toBeUndefined();
  expect(state.userByAnyEmail("user8@chat.example.com", "chat.example.com")).toBeUndefined();
});

test("a user with a changed address is found by the new one only", () => {
  const state = after(
    { type: "user_created", user: aUser({ id: 7, email: "old@example.com" }) },
    { type: "user_created", user: aUser({ id: 7, email: "new@example.com" }) },
  );
  expect(state.userByEmail("old@example.com")).toBeUndefined();
  expect(state.userByEmail("new@example.com")?.id).toBe(7);
  expect(state.users.size).toBe(1);
});

test("the state knows at each position whether anybody has a second factor", () => {
  const factors = (userId: number, secondFactors: number): RealmEvent => ({
    type: "user_changed",
    userId,
    change: { secondFactors },
  });
  const people = [7, 8].map((id): RealmEvent => ({ type: "user_created", user: aUser({ id }) }));
  const steps = [factors(7, 2), factors(8, 1), factors(7, 1), factors(7, 0), factors(8, 0)];
  const has = steps.map((_, index) => after(...people, ...steps.slice(0, index + 1)).hasSecondFactors);
  expect(has).toEqual([true, true, true, true, false]);
  expect(after(...people).hasSecondFactors).toBe(false);
  const user = aUser({ id: 9, secondFactors: 1 });
  expect(after({ type: "user_created", user }).hasSecondFactors).toBe(true);
});

test("a channel is found by its name, ignoring case and surrounding space", () => {
  const state = after({ type: "channel_created", channel: aChannel({ id: 3, name: "Café" }) });
  expect(state.channelByName("  cafÉ ")?.id).toBe(3);
  expect(state.channelByName("caf")).toBeUndefined();
});

test("a subscription is active until it ends, and its settings outlive it", () => {
  const state = after(subscribed(1, 3, { color: "#123456" }), subscribed(2, 3));
  expect([...state.subscribers(3)]).toEqual([1, 2]);
  const left = apply(state, unsubscribed([1], [3]));
  expect([left.isSubscribed(1, 3), left.isSubscribed(2, 3)]).toEqual([false, true]);
  expect([...left.subscribers(3)]).toEqual([2]);
  expect(left.subscription(1, 3)).toEqual(aSubscription(1, 3, { color: "#123456", isActive: false }));
  const back = apply(left, subscribed(1, 3, { color: "#123456" }));
  expect(back.isSubscribed(1, 3)).toBe(true);
  expect([...state.subscribers(3)]).toEqual([1, 2]);
  expect(back.subscriptionsOf(1)).toEqual([aSubscription(1, 3, { color: "#123456" })]);
});

test("unsubscribing removes every named user from every named channel, and no others", () => {
  const pairs = [1, 2].flatMap((userId) => [3, 4, 5].map((channelId) => subscribed(userId, channelId)));
  const state = after(...pairs, unsubscribed([1, 2, 9], [3, 4]));
  expect([3, 4, 5].map((id) => state.subscribers(id).size)).toEqual([0, 0, 2]);
  expect(state.subscription(9, 3)).toBeUndefined();
});

test("the default channels are the ones set last", () => {
  const state = after(
    { type: "default_channels_set", channelIds: [1, 2] },
    { type: "default_channels_set", channelIds: [2, 3] },
  );
  expect([...state.defaultChannels]).toEqual([2, 3]);
});

test("a state starts with the content of the snapshot", () => {
  const state = aRealmState({
    position: 41,
    users: [aUser({ id: 1 })],
    groups: [aGroup()],
    channels: [aChannel({ id: 2 })],
    defaultChannels: [2],
    subscriptions: [aSubscription(1, 2), aSubscription(3, 2, { isActive: false })],
  });
  expect([state.position, state.users.size, state.groups.get(20)?.name]).toEqual([41, 1, "team"]);
  expect(state.channelByName("channel 2")?.id).toBe(2);
  expect([...state.subscribers(2)]).toEqual([1]);
  expect(state.defaultChannels.has(2)).toBe(true);
  expect([...state.subscribers(99)]).toEqual([]);
});

test("events about single messages don't change the realm", () => {
  const events: readonly RealmEvent[] = [
    aMessageSent(),
    flagsChanged({}),
    { type: "channel_revealed", channelId: 1, userIds: [1] },
  ];
  const state = aRealmState();
  const quiet = events.reduce(apply, state);
  expect(quiet.parts).toBe(state.parts);
  expect(apply(quiet, subscribed(1, 1)).parts).not.toBe(state.parts);
});
