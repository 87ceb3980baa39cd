import type { SystemGroupName } from "./system-group";

/** Which groups a permission setting may name. */
export interface GroupSettingRule {
  /** Its initial value; `creator` is the user who creates the channel or group. */
  readonly byDefault: SystemGroupName | "creator";
  readonly bySystemGroupDefault?: SystemGroupName;
  /** Whether only system groups are accepted, so that membership follows from the role alone. */
  readonly requiresSystemGroup?: true;
  /** System groups the setting refuses. */
  readonly refuses: readonly SystemGroupName[];
  /** The only system groups the setting accepts, if limited. */
  readonly allows?: readonly SystemGroupName[];
}

const internet = "role:internet";

/** A permission for members at most: guests never hold it, whatever groups they are in. */
export const membersOnly = (
  byDefault: GroupSettingRule["byDefault"],
  more: Partial<GroupSettingRule> = {},
): GroupSettingRule => ({ byDefault, refuses: [internet, "role:everyone"], ...more });

/** A permission anyone in the realm may hold. */
export const anyone = (
  byDefault: GroupSettingRule["byDefault"],
  more: Partial<GroupSettingRule> = {},
): GroupSettingRule => ({ byDefault, refuses: [internet], ...more });

/** Whether guests may hold the permission. */
export const isOpenToGuests = ({ refuses }: GroupSettingRule): boolean => !refuses.includes("role:everyone");
