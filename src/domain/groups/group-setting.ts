import * as t from "io-ts";
import { type Codec, entity, listOf } from "../codec/codec";
import { type GroupId, groupIdCodec, type UserId, userIdCodec } from "../ids";

/** Who holds a permission: a named group, by id, or an anonymous group. API §2.1. */
export type GroupSetting =
  | number
  | { readonly directMembers: readonly UserId[]; readonly directSubgroups: readonly GroupId[] };

export const groupSettingCodec: Codec<GroupSetting> = t.union([
  groupIdCodec,
  entity<Exclude<GroupSetting, number>>({
    directMembers: listOf(userIdCodec),
    directSubgroups: listOf(groupIdCodec),
  }),
]);

/** The anonymous group of exactly one user. */
export const onlyUser = (userId: UserId): GroupSetting => ({ directMembers: [userId], directSubgroups: [] });

/** A new value, and optionally the current value as the caller knows it. API §2.1. */
export interface GroupSettingUpdate {
  readonly new: GroupSetting;
  readonly old?: GroupSetting;
}

/**
 * How many people and groups a setting may name directly. Every reader of the channel or group receives all of them, and each
 * of the groups may contain many.
 */
export const longestGroupSetting = { people: 500, groups: 100 } as const;

const sortIds = <Id extends UserId | GroupId>(ids: readonly Id[]): readonly Id[] =>
  [...new Set(ids)].sort((a, b) => a - b);

/** The canonical form of a setting: an anonymous group of one subgroup becomes that group, an empty one `nobodyId`. */
export const normalizeGroupSetting = (setting: GroupSetting, nobodyId: GroupId): GroupSetting => {
  if (typeof setting === "number") return setting;
  const directMembers = sortIds(setting.directMembers);
  const directSubgroups = sortIds(setting.directSubgroups);
  if (directMembers.length > 0 || directSubgroups.length > 1) return { directMembers, directSubgroups };
  return directSubgroups[0] ?? nobodyId;
};

/** Whether two settings name the same group, or the same users and groups in any order. */
export const sameGroupSetting = (a: GroupSetting, b: GroupSetting): boolean => {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return (
    sortIds(a.directMembers).join() === sortIds(b.directMembers).join() &&
    sortIds(a.directSubgroups).join() === sortIds(b.directSubgroups).join()
  );
};

/** Ids of the groups a setting names. */
export const groupsIn = (setting: GroupSetting): readonly GroupId[] =>
  typeof setting === "number" ? [setting] : setting.directSubgroups;

/** Ids of the people the settings name directly. */
export const peopleNamedBy = (permissions: Readonly<Record<string, GroupSetting>>): readonly UserId[] => [
  ...new Set(
    Object.values(permissions).flatMap((setting) =>
      typeof setting === "number" ? [] : setting.directMembers,
    ),
  ),
];

/** The setting without direct members for which `isGone` is true. Named groups are unchanged. */
export const withoutMembers = (setting: GroupSetting, isGone: (userId: UserId) => boolean): GroupSetting =>
  typeof setting === "number"
    ? setting
    : { ...setting, directMembers: setting.directMembers.filter((id) => !isGone(id)) };
