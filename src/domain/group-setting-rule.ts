import type { SystemGroupName } from "./system-group";

/** Which groups a permission setting may name. */
export interface GroupSettingRule {
  /** What it is set to in the beginning; `creator` is whoever makes the channel or group. */
  readonly byDefault: SystemGroupName | "creator";
  readonly bySystemGroupDefault?: SystemGroupName;
  /** Whether only system groups are accepted, so that guests can be told what they see at once. */
  readonly requiresSystemGroup?: true;
  /** System groups that the setting can't hold. */
  readonly refuses: readonly SystemGroupName[];
  /** Where only a few system groups make sense. */
  readonly allows?: readonly SystemGroupName[];
}

const internet = "role:internet";

/** For members at most: guests never hold it, whatever group they are in. */
export const membersOnly = (
  byDefault: GroupSettingRule["byDefault"],
  more: Partial<GroupSettingRule> = {},
): GroupSettingRule => ({ byDefault, refuses: [internet, "role:everyone"], ...more });

/** For anyone in the realm. */
export const anyone = (
  byDefault: GroupSettingRule["byDefault"],
  more: Partial<GroupSettingRule> = {},
): GroupSettingRule => ({ byDefault, refuses: [internet], ...more });

/** Whether guests may hold the permission. */
export const isOpenToGuests = ({ refuses }: GroupSettingRule): boolean => !refuses.includes("role:everyone");
