import {
  normalizeGroupSetting,
  sameGroupSetting,
  withoutMembers,
} from "../../../src/domain/groups/group-setting";

const nobody = 8;
const anonymous = (directMembers: number[], directSubgroups: number[]) => ({
  directMembers,
  directSubgroups,
});

test("an anonymous group of one group is that group, and an empty one is nobody", () => {
  expect(normalizeGroupSetting(anonymous([], [5]), nobody)).toBe(5);
  expect(normalizeGroupSetting(anonymous([], []), nobody)).toBe(nobody);
  expect(normalizeGroupSetting(anonymous([3, 1, 3], [7, 7, 2]), nobody)).toEqual(anonymous([1, 3], [2, 7]));
  expect(normalizeGroupSetting(4, nobody)).toBe(4);
});

test("the order of members does not matter when comparing settings", () => {
  expect(sameGroupSetting(anonymous([1, 2], [3]), anonymous([2, 1, 1], [3]))).toBe(true);
  expect(sameGroupSetting(anonymous([1], []), anonymous([1, 2], []))).toBe(false);
  expect(sameGroupSetting(anonymous([], [5]), 5)).toBe(false);
  expect([sameGroupSetting(5, 5), sameGroupSetting(5, 6)]).toEqual([true, false]);
});

test("deactivated users are not listed", () => {
  expect(withoutMembers(anonymous([1, 2], [2]), (id) => id === 2)).toEqual(anonymous([1], [2]));
  expect(withoutMembers(2, () => true)).toBe(2);
});
