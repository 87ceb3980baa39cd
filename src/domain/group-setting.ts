import * as t from "io-ts";
import { type Codec, entity, listOf } from "./codec";

/** Who holds a permission: a named group by its id, or an anonymous one. API §2.1. */
export type GroupSetting =
  | number
  | { readonly directMembers: readonly number[]; readonly directSubgroups: readonly number[] };

export const groupSettingCodec: Codec<GroupSetting> = t.union([
  t.number,
  entity<Exclude<GroupSetting, number>>({
    directMembers: listOf(t.number),
    directSubgroups: listOf(t.number),
  }),
]);

/** The anonymous group that holds exactly one user. */
export const onlyUser = (userId: number): GroupSetting => ({ directMembers: [userId], directSubgroups: [] });

/** A new value, and the one that the caller believes to be there. API §2.1. */
export interface GroupSettingUpdate {
  readonly new: GroupSetting;
  readonly old?: GroupSetting;
}

const sorted = (ids: readonly number[]): readonly number[] => [...new Set(ids)].sort((a, b) => a - b);

/** The one way to write a setting: an anonymous group of one group is that group, an empty one `nobodyId`. */
export const normalizeGroupSetting = (setting: GroupSetting, nobodyId: number): GroupSetting => {
  if (typeof setting === "number") return setting;
  const directMembers = sorted(setting.directMembers);
  const directSubgroups = sorted(setting.directSubgroups);
  if (directMembers.length > 0 || directSubgroups.length > 1) return { directMembers, directSubgroups };
  return directSubgroups[0] ?? nobodyId;
};

/** Whether two settings name the same group or the same users and groups, in whatever order. */
export const sameGroupSetting = (a: GroupSetting, b: GroupSetting): boolean => {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return (
    sorted(a.directMembers).join() === sorted(b.directMembers).join() &&
    sorted(a.directSubgroups).join() === sorted(b.directSubgroups).join()
  );
};

/** The groups that a setting names. */
export const groupsIn = (setting: GroupSetting): readonly number[] =>
  typeof setting === "number" ? [setting] : setting.directSubgroups;

/** The setting without the users of a group that `isGone` says are gone. Named groups stay as they are. */
export const withoutMembers = (setting: GroupSetting, isGone: (userId: number) => boolean): GroupSetting =>
  typeof setting === "number"
    ? setting
    : { ...setting, directMembers: setting.directMembers.filter((id) => !isGone(id)) };
