import { encodeUserGroup, userGroupJson } from "../../../../src/adapters/zulip-wire/encode/user-group";
import { systemGroupId } from "../../../../src/domain/groups/system-group";
import { systemGroups } from "../../../../src/domain/groups/user-group";
import { apply } from "../../../../src/domain/state/apply";
import type { RealmState } from "../../../../src/domain/state/realm-state";
import { millisecondsIn } from "../../../../src/domain/units/time";
import { aGroup, aRealmState, aUser } from "../../../support/builders/entities";

const since = 1_000_000_000_000;
const users = [1, 2, 3].map((id) => aUser({ id, joinedAt: since }));
const group = aGroup({ id: 20, members: [1, 2] });
const start = aRealmState({ users, groups: [...systemGroups, group] });

/** How many times a group is encoded, as somebody with limited access sees it if `isLimited`. The JSON is checked. */
const encodings = (state: RealmState, id: number, now = since, isLimited = false): number => {
  const found = state.groups.get(id);
  if (found === undefined) throw new Error(`There is no group ${id}`);
  const view = { state, isSeen: isLimited ? ({ id }: { readonly id: number }) => id === 1 : undefined };
  const wanted = JSON.stringify(encodeUserGroup(found, view, now));
  const encode = jest.spyOn(JSON, "stringify");
  const text = userGroupJson(found, view, now);
  const times = encode.mock.calls.length;
  encode.mockRestore();
  expect(text).toBe(wanted);
  return times;
};

test("a group is encoded once, until its name, its members or a user changes", () => {
  const joined = apply(start, {
    type: "group_members_changed",
    groupId: 20,
    isDeactivated: false,
    op: "add",
    userIds: [3],
  });
  const renamed = apply(joined, {
    type: "group_changed",
    groupId: 20,
    isDeactivated: false,
    change: { name: "crew" },
  });
  const without = apply(renamed, { type: "user_deactivated", userId: 2, firstMessageId: 1 });
  expect(
    [start, start, joined, joined, renamed, without, without].map((state) => encodings(state, 20)),
  ).toEqual([1, 0, 1, 0, 1, 1, 0]);
});

const encodedIn = (states: readonly RealmState[], id: number): readonly number[] =>
  states.map((state) => encodings(state, id));

test("a user's new name, arrival or departure encodes only the groups again that they are in or named by", () => {
  const naming = aGroup({
    id: 21,
    permissions: { ...group.permissions, canMentionGroup: { directMembers: [3], directSubgroups: [] } },
  });
  const first = aRealmState({ users, groups: [group, naming] });
  const named = apply(first, { type: "user_changed", userId: 1, change: { fullName: "Anna" } });
  const joined = apply(named, { type: "user_created", user: aUser({ id: 4, joinedAt: since }) });
  const without3 = apply(joined, { type: "user_deactivated", userId: 3, firstMessageId: 1 });
  const without2 = apply(without3, { type: "user_deactivated", userId: 2, firstMessageId: 1 });
  const with3 = apply(without2, {
    type: "user_reactivated",
    userId: 3,
    firstMessageId: 1,
    apiKeyVersion: 2,
  });
  const states = [first, named, joined, without3, without2, with3];
  expect(encodedIn(states, 20)).toEqual([1, 0, 0, 0, 1, 0]);
  expect(encodedIn(states, 21)).toEqual([1, 0, 0, 1, 0, 1]);
  const owners = first.groups.get(systemGroupId("role:owners"));
  const members = first.groups.get(systemGroupId("role:members"));
  if (owners === undefined || members === undefined) throw new Error("There are system groups");
  encodings(first, owners.id);
  expect(encodedIn(states, owners.id)).toEqual([0, 0, 0, 0, 0, 0]);
  encodings(first, members.id);
  expect(encodedIn(states, members.id)).toEqual([0, 0, 1, 1, 1, 1]);
});

test("those who see few people are encoded their own members, and don't evict what others share", () => {
  encodings(start, 20);
  expect(encodings(start, 20, since, true)).toBe(1);
  expect(encodings(start, 20)).toBe(0);
});

test("people become full members with time", () => {
  const fullMembers = systemGroupId("role:fullmembers");
  const waiting = apply(start, {
    type: "realm_changed",
    change: { settings: { waitingPeriodThreshold: 3 } },
  });
  for (const days of [0, 2, 4, 2]) encodings(waiting, fullMembers, since + days * millisecondsIn.day);
  expect(encodings(start, fullMembers)).toBe(1);
  expect(encodings(start, fullMembers)).toBe(0);
});
