import type { Signal } from "@preact/signals";
import type { Group } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { groupName } from "./group-members";

interface GroupSelectProps {
  readonly chosen: Signal<number | undefined>;
  readonly label: string;
  readonly groups: readonly Group[];
}

const noMembers = new Set(["role:nobody", "role:internet"]);

/** Selects a group, or none. */
export const GroupSelect = ({ chosen, label, groups }: GroupSelectProps) => (
  <label>
    {label}
    <select
      class="field"
      value={chosen.value ?? ""}
      onChange={({ currentTarget }) => {
        chosen.value = Number(currentTarget.value) || undefined;
      }}
    >
      <option value="">{administrationWords.noGroup}</option>
      {groups
        .filter(({ name, deactivated }) => !deactivated && !noMembers.has(name))
        .toSorted(
          (a, b) =>
            Number(a.is_system_group) - Number(b.is_system_group) || groupName(a).localeCompare(groupName(b)),
        )
        .map((group) => (
          <option key={group.id} value={group.id}>
            {groupName(group)}
          </option>
        ))}
    </select>
  </label>
);
