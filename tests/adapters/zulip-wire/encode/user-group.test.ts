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
