import type { Signal } from "@preact/signals";
import { includesUser } from "../../store/groups";
import { mayInRealm } from "../../store/rights";
import type { Store } from "../../store/store";
import type { Group } from "../../wire/wire";

interface ChecklistProps {
  readonly legend: string;
  readonly items: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: Signal<readonly number[]>;
}

/** What invited people are added to. */
export const Checklist = ({ legend, items, chosen }: ChecklistProps) => (
  <fieldset class="many">
    <legend>{legend}</legend>
    {items.map(({ id, name }) => (
      <label key={id} class="check">
        <input
          type="checkbox"
          checked={chosen.value.includes(id)}
          onChange={(event) => {
            const others = chosen.value.filter((one) => one !== id);
            chosen.value = event.currentTarget.checked ? [...others, id] : others;
          }}
        />
        {name}
      </label>
    ))}
  </fieldset>
);

/** Whether the user can add people to a group. */
export const mayAddTo = (store: Store, group: Group): boolean => {
  if (group.is_system_group || group.deactivated) return false;
  const allowed = [group.can_manage_group, group.can_add_members_group];
  return (
    mayInRealm(store, "can_manage_all_groups") ||
    allowed.some((one) => includesUser(store.groups.value, one, store.ownId))
  );
};
