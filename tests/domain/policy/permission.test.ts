import { type SystemGroupName, systemGroupId } from "../../../src/domain/groups/system-group";
import { holds, isInGroup, may } from "../../../src/domain/policy/permission";
import { defaultRealmPermissions } from "../../../src/domain/realm/realm-permission";
import { defaultRealmSettings } from "../../../src/domain/realm/realm-settings";
import { apply } from "../../../src/domain/state/apply";
import { RealmState } from "../../../src/domain/state/realm-state";
import { type Role, roles } from "../../../src/domain/users/role";
import { aMoment } from "../../support/application/fakes";
import { aGroup, aRealm, aRealmState, aUser } from "../../support/builders/entities";

const day = 86_400_000;

const members: readonly [SystemGroupName, readonly Role[]][] = [
  ["role:internet", roles],
  ["role:everyone", roles],
  ["role:members", ["owner", "administrator", "moderator", "member"]],
  ["role:fullmembers", ["owner", "administrator", "moderator", "member"]],
  ["role:moderators", ["owner", "administrator", "moderator"]],
  ["role:administrators", ["owner", "administrator"]],
  ["role:owners", ["owner"]],
  ["role:nobody", []],
];

test.each(members)("%s has the members that its name implies", (name, expected) => {
  const state = aRealmState();
  const found = roles.filter((role) => isInGroup(state, aUser({ role }), systemGroupId(name), aMoment));
  expect(found).toEqual(expected);
});

test("a new member becomes a full member after the waiting period, and a moderator is one at once", () => {
  const realm = aRealm({ settings: { ...defaultRealmSettings, waitingPeriodThreshold: 3 } });
  const state = aRealmState({ realm });
  const isFull = (role: Role, now: number) =>
    isInGroup(state, aUser({ role, joinedAt: aMoment }), systemGroupId("role:fullmembers"), now);
  expect(isFull("member", aMoment + 3 * day - 1)).toBe(false);
  expect(isFull("member", aMoment + 3 * day)).toBe(true);
  expect(isFull("moderator", aMoment)).toBe(true);
  expect(isFull("guest", aMoment + 30 * day)).toBe(false);
});

test("a group has its members and those of its subgroups at any depth, even in cycles", () => {
  const state = aRealmState({
    groups: [
      aGroup({ id: 20, members: [1], subgroups: [21] }),
      aGroup({ id: 21, members: [2], subgroups: [22, systemGroupId("role:owners")] }),
      aGroup({ id: 22, members: [3], subgroups: [20] }),
    ],
  });
  const isIn = (id: number, role: Role = "member") => isInGroup(state, aUser({ id, role }), 20, aMoment);
  expect([1, 2, 3, 4].map((id) => isIn(id))).toEqual([true, true, true, false]);
  expect(isIn(4, "owner")).toBe(true);
  expect(isInGroup(state, aUser({ id: 1 }), 22, aMoment)).toBe(true);
});

test("groups within groups are looked up once, not again for each person", () => {
  const state = aRealmState({
    groups: Array.from({ length: 50 }, (_, index) =>
      aGroup({ id: 20 + index, subgroups: index < 49 ? [21 + index] : [] }),
    ),
  });
  isInGroup(state, aUser({ id: 1 }), 20, aMoment);
  const get = jest.spyOn(state.groups, "get");
  for (let id = 2; id < 102; id += 1) isInGroup(state, aUser({ id }), 20, aMoment);
  expect(get.mock.calls.length).toBeLessThanOrEqual(200);
  get.mockRestore();
});

test("a deactivated group grants nothing, not even as a subgroup", () => {
  const state = aRealmState({
    groups: [aGroup({ id: 20, subgroups: [21] }), aGroup({ id: 21, members: [1], isDeactivated: true })],
  });
  expect(isInGroup(state, aUser({ id: 1 }), 21, aMoment)).toBe(false);
  expect(isInGroup(state, aUser({ id: 1 }), 20, aMoment)).toBe(false);
});

test("an unknown group has no members", () => {
  expect(isInGroup(aRealmState(), aUser({ role: "owner" }), 99, aMoment)).toBe(false);
});

test("an anonymous group has the users and groups it names", () => {
  const state = aRealmState({ groups: [aGroup({ id: 20, members: [2] })] });
  const setting = { directMembers: [1], directSubgroups: [20, systemGroupId("role:administrators")] };
  const held = (id: number, role: Role = "member") => holds(state, aUser({ id, role }), setting, aMoment);
  expect([held(1), held(2), held(3), held(3, "administrator")]).toEqual([true, true, false, true]);
});

test("a deactivated user has no permission, even if a setting names them", () => {
  const user = aUser({ id: 1, role: "owner", isActive: false });
  expect(holds(aRealmState(), user, { directMembers: [1], directSubgroups: [] }, aMoment)).toBe(false);
  expect(holds(aRealmState(), user, systemGroupId("role:owners"), aMoment)).toBe(false);
});

test("users' permissions follow from the realm's settings", () => {
  const permissions = { ...defaultRealmPermissions, canCreateGroups: systemGroupId("role:moderators") };
  const state = aRealmState({ realm: aRealm({ permissions }) });
  expect(may(state, aUser({ role: "moderator" }), "canCreateGroups", aMoment)).toBe(true);
  expect(may(state, aUser({ role: "member" }), "canCreateGroups", aMoment)).toBe(false);
});

/** Settings that name many groups, which contain the same many groups: no two are equal. */
const crowded = () => {
  const inner = Array.from({ length: 30 }, (_, index) => aGroup({ id: 101 + index }));
  const outer = Array.from({ length: 40 }, (_, index) =>
    aGroup({ id: 201 + index, subgroups: inner.map(({ id }) => id) }),
  );
  const settings = Array.from({ length: 100 }, (_, index) => ({
    directMembers: [1000 + index],
    directSubgroups: outer.map(({ id }) => id),
  }));
  return { settings, groups: [...inner, ...outer], state: aRealmState({ groups: [...inner, ...outer] }) };
};

test("a user's groups are found once for settings that name many", () => {
  const { settings, groups, state } = crowded();
  const user = aUser({ id: 5 });
  const looked = jest.spyOn(RealmState.prototype, "membersOf");
  for (const one of settings) expect(holds(state, user, one, aMoment)).toBe(false);
  expect(looked.mock.calls.length).toBeLessThanOrEqual(groups.length);
  looked.mockRestore();
});

test("a user's groups are found again when the user, a group or its members change", () => {
  const { settings, state } = crowded();
  const [setting = 0] = settings;
  const [ann, ben] = [aUser({ id: 5 }), aUser({ id: 6 })];
  const joined = (userId: number) =>
    ({
      type: "group_members_changed",
      groupId: 130,
      op: "add",
      userIds: [userId],
      isDeactivated: false,
    }) as const;
  const isHeld = (one: typeof state) => [ann, ben].map((user) => holds(one, user, setting, aMoment));
  expect(isHeld(state)).toEqual([false, false]);
  const withAnn = apply(state, joined(ann.id));
  expect(isHeld(withAnn)).toEqual([true, false]);
  expect(isHeld(apply(withAnn, joined(ben.id)))).toEqual([true, true]);
  const change = { isDeactivated: true };
  expect(
    isHeld(apply(withAnn, { type: "group_changed", groupId: 130, change, isDeactivated: true })),
  ).toEqual([false, false]);
  expect(isHeld(state)).toEqual([false, false]);
});

test("a user who becomes a full member is in the groups of full members at once", () => {
  const { settings, groups } = crowded();
  const [setting = 0] = settings;
  const [first, ...others] = groups;
  if (first === undefined) throw new Error("There are groups");
  const full = { ...first, subgroups: [systemGroupId("role:fullmembers")] };
  const realm = aRealm({ settings: { ...aRealm().settings, waitingPeriodThreshold: 3 } });
  const state = aRealmState({ realm, groups: [full, ...others] });
  const user = aUser({ id: 5, joinedAt: aMoment });
  const after = (days: number) => holds(state, user, setting, aMoment + days * day);
  expect([after(0), after(4), after(0)]).toEqual([false, true, false]);
});
