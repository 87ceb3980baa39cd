import { newBot } from "../../../src/domain/bots/bot";
import { canAdministerUser, canSeeUser, isOnlyOwner } from "../../../src/domain/policy/user-access";
import { defaultRealmPermissions } from "../../../src/domain/realm/realm-permission";
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
});
