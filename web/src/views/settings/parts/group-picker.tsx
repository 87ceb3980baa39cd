import { useSignal } from "@preact/signals";
import { useApp } from "../../../app/app";
import type { GroupSetting } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { PeopleField } from "../../compose/people-field";
import type { ControlProps } from "./controls";
import { membersOf, userDefinedGroups } from "./group-members";
import { type LabelledSetting, systemGroup } from "./scope";
import { valueText } from "./setting-text";

const systemNames = [
  "everyone",
  "members",
  "fullmembers",
  "moderators",
  "administrators",
  "owners",
  "nobody",
];

/** The names of the role groups that a permission allows. */
const rolesFor = ({ choices, membersOnly, notNobody }: LabelledSetting["setting"]): readonly string[] =>
  (choices as readonly string[] | undefined) ??
  systemNames
    .filter((name) => !(membersOnly && name === "everyone") && !(notNobody && name === "nobody"))
    .map((name) => `role:${name}`);

const several = "several";
const named = 5;

/** Who the permission includes: a count and some names. */
const MembersSummary = ({ setting }: { readonly setting: GroupSetting }) => {
  const { store } = useApp();
  const names = [...membersOf(store.groups.value, setting)]
    .flatMap((id) => {
      const user = store.people.value.users.get(id);
      return user?.is_active && !user.is_bot ? [user.full_name] : [];
    })
    .sort((a, b) => a.localeCompare(b));
  return <p class="soft about-setting">{screenWords.membersSummary(names.slice(0, named), names.length)}</p>;
};

/** Selects people and groups one by one. */
const Several = ({
  value,
  save,
  onClose,
}: Pick<ControlProps, "save"> & { readonly value: GroupSetting; readonly onClose: () => void }) => {
  const { store } = useApp();
  const initial = typeof value === "object" ? value : { direct_members: [], direct_subgroups: [value] };
  const people = useSignal<readonly number[]>(initial.direct_members);
  // Everyone and nobody can't be combined with others: editing them starts from an empty selection.
  const wholes = ["role:everyone", "role:nobody"].map((name) => systemGroup(store, name));
  const groups = useSignal<readonly number[]>(initial.direct_subgroups.filter((id) => !wholes.includes(id)));
  const offered = [
    ...systemNames.slice(1, -1).flatMap((name) => {
      const id = systemGroup(store, `role:${name}`);
      return id === undefined ? [] : [{ id, name: screenWords.systemGroups[`role:${name}`] ?? name }];
    }),
    ...userDefinedGroups(store.groups.value),
  ];
  const previous = useSignal(value);
  const chosen = { direct_members: people.value, direct_subgroups: groups.value };
  return (
    <form
      class="several"
      onSubmit={async (event) => {
        event.preventDefault();
        const [only] = groups.value;
        const isOne = people.value.length === 0 && groups.value.length === 1 && only !== undefined;
        // After a conflict the user sees the new value and can save again.
        const base = previous.value;
        previous.value = value;
        if (await save(isOne ? only : chosen, base)) onClose();
      }}
    >
      <PeopleField chosen={people} label={screenWords.people} />
      <fieldset class="many">
        <legend>{cardWords.groups}</legend>
        {offered.map(({ id, name }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={groups.value.includes(id)}
              onChange={({ currentTarget }) => {
                const others = groups.value.filter((one) => one !== id);
                groups.value = currentTarget.checked ? [...others, id] : others;
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <MembersSummary setting={chosen} />
      <div class="form-actions">
        <button type="submit" class="primary">
          {deferredWords.save}
        </button>
        <button type="button" class="plain" onClick={onClose}>
          {deferredWords.cancel}
        </button>
      </div>
    </form>
  );
};

/** Selects who has a permission: a role, a group, or a combination of people and groups. */
export const GroupPicker = ({ labelled, value, save, isDisabled, describedBy }: ControlProps) => {
  const app = useApp();
  const isOpen = useSignal(false);
  const { setting, words } = labelled;
  const { groups } = app.store;
  const roles = rolesFor(setting).flatMap((name) => {
    const id = systemGroup(app.store, name);
    return id === undefined ? [] : [[id, screenWords.systemGroups[name] ?? name] as const];
  });
  const others = setting.onlySystemGroups
    ? []
    : userDefinedGroups(groups.value).map(({ id, name }) => [id, name] as const);
  const choices = [...roles, ...others];
  const isListed = choices.some(([id]) => id === value);
  const current = value as GroupSetting;
  return (
    <>
      <label>
        {words.label}
        <select
          class="field"
          value={isOpen.value || typeof value === "object" ? several : String(value)}
          disabled={isDisabled}
          aria-describedby={describedBy}
          onChange={async ({ currentTarget }) => {
            isOpen.value = currentTarget.value === several;
            if (isOpen.value) return;
            if (!(await save(Number(currentTarget.value)))) currentTarget.value = String(value);
          }}
        >
          {!isListed && typeof value !== "object" && (
            <option value={String(value)}>{valueText(app, labelled, value)}</option>
          )}
          {choices.map(([id, name]) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
          {!setting.onlySystemGroups && <option value={several}>{screenWords.several}</option>}
        </select>
      </label>
      {isOpen.value ? (
        <Several
          value={current}
          save={save}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      ) : (
        <>
          {typeof value === "object" && !isDisabled && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                isOpen.value = true;
              }}
            >
              {screenWords.changeMembersOf(words.label)}
            </button>
          )}
          <MembersSummary setting={current} />
        </>
      )}
    </>
  );
};
