import { newBot } from "../../../src/domain/bots/bot";
import {
  canAdministerUser,
  canSeeUser,
  isOnlyOwner,
  outranks,
  readersWhoSee,
} from "../../../src/domain/policy/user-access";
import { defaultRealmPermissions } from "../../../src/domain/realm/realm-permission";
import { RealmState } from "../../../src/domain/state/realm-state";
import { aMoment } from "../../support/application/fakes";
import { aChannel, aRealm, aRealmState, aSubscription, aUser } from "../../support/builders/entities";

test("the only owner is the only active user with that role", () => {
  const owner = aUser({ id: 1, role: "owner" });
  const isOnly = (...others: ReturnType<typeof aUser>[]) =>
    isOnlyOwner(aRealmState({ users: [owner, ...others] }), owner);
  expect(isOnly(aUser({ id: 2, role: "administrator" }))).toBe(true);
  expect(isOnly(aUser({ id: 2, role: "owner", isActive: false }))).toBe(true);
  expect(isOnly(aUser({ id: 2, role: "owner", bot: newBot("generic", 1) }))).toBe(true);
  expect(isOnly(aUser({ id: 2, role: "owner" }))).toBe(false);
  expect(isOnlyOwner(aRealmState({ users: [owner] }), aUser({ id: 3 }))).toBe(false);
});

test("administrators change anyone, other users only their own bots", () => {
  const bot = aUser({ id: 9, bot: newBot("generic", 2) });
  expect(canAdministerUser(aUser({ id: 1, role: "administrator" }), aUser({ id: 5 }))).toBe(true);
  expect(canAdministerUser(aUser({ id: 2 }), bot)).toBe(true);
  expect(canAdministerUser(aUser({ id: 3, role: "moderator" }), bot)).toBe(false);
});

test("users have rights that the caller lacks by their own role or, if they are bots, by their owner's", () => {
  const [owner, administrator, member] = [
    aUser({ id: 1, role: "owner" }),
    aUser({ id: 2, role: "administrator" }),
    aUser({ id: 3 }),
  ];
  const [botOfOwner, botOfMember] = [1, 3].map((id) => aUser({ id: 10 + id, bot: newBot("generic", id) }));
  const all = [owner, administrator, member, botOfOwner, botOfMember].flatMap((one) => one ?? []);
  const state = aRealmState({ users: all });
  const above = (caller: ReturnType<typeof aUser>) =>
    all.filter((user) => outranks(state, user, caller)).map(({ id }) => id);
  expect([owner, administrator, member].map(above)).toEqual([[], [1, 11], [1, 2, 11]]);
});

test("limited guests see the people they share a channel or a conversation with", () => {
  const users = [1, 2, 3, 4].map((id) => aUser({ id, role: id === 1 ? "guest" : "member" }));
  const bot = aUser({ id: 5, bot: newBot("generic", 2) });
  const state = aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: 3 } }),
    users: [...users, bot],
    channels: [aChannel({ id: 1 }), aChannel({ id: 2 })],
    subscriptions: [
      aSubscription(1, 1),
      aSubscription(2, 1),
      aSubscription(1, 2, { isActive: false }),
      aSubscription(3, 2),
    ],
    acquaintances: [{ guestId: 1, userIds: [1, 4] }],
  });
  const [guest] = users;
  if (guest === undefined) throw new Error("no guest");
  const seen = [...state.users.values()].filter((user) => canSeeUser(state, guest, user, aMoment));
  expect(seen.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
  for (const user of state.users.values())
    expect(readersWhoSee(state, user, aMoment)(guest)).toBe(seen.includes(user));
});

test("a guest in many channels is compared with the few channels of each person", () => {
  const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  const guest = aUser({ id: 1, role: "guest" });
  const people = range(2, 6).map((id) => aUser({ id, isActive: id !== 4 }));
  const [near, elsewhere, deactivated, gone, alone] = people.map(({ id }) => id) as [number, ...number[]];
  const state = aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: 3 } }),
    users: [guest, ...people],
    channels: range(1, 1001).map((id) => aChannel({ id })),
    subscriptions: [
      ...range(1, 1000).map((id) => aSubscription(guest.id, id, { isActive: id !== 999 })),
      ...[near, deactivated, gone].map((id) => aSubscription(id ?? 0, 1000, { isActive: id !== gone })),
      aSubscription(near, 1001),
      aSubscription(elsewhere ?? 0, 1001),
      aSubscription(alone ?? 0, 999),
    ],
  });
  const looked = jest.spyOn(RealmState.prototype, "isSubscribed");
  const seen = [...state.users.values()].filter((user) => canSeeUser(state, guest, user, aMoment));
  expect(seen.map(({ id }) => id)).toEqual([guest.id, near]);
  for (const user of state.users.values())
    expect(readersWhoSee(state, user, aMoment)(guest)).toBe(seen.includes(user));
  expect(looked.mock.calls.length).toBeLessThanOrEqual(2 * people.length);
});
