import { useSignal } from "@preact/signals";
import { changeGroupMembers, type GroupMembersChange } from "../../../api/administration";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import type { Group } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { PeopleField } from "../../compose/people-field";
import { groupName, membersOf } from "../parts/group-members";
import { GroupSelect } from "../parts/group-select";
import { PeopleRows } from "../parts/people-rows";
import { useUndoable } from "../parts/use-undoable";
import { possibleSubgroups, whyNotAddTo, whyNotRemoveFrom } from "./group-rights";

type Change = (notice: string, change: GroupMembersChange, back: GroupMembersChange) => Promise<boolean>;

/** Adds people and subgroups to a group. */
const Add = ({ group, change }: { readonly group: Group; readonly change: Change }) => {
  const { groups } = useApp().store;
  const chosen = useSignal<readonly number[]>([]);
  const subgroup = useSignal<number | undefined>(undefined);
  const people = chosen.value.filter((id) => !group.members.includes(id));
  const inner = subgroup.value === undefined ? [] : [subgroup.value];
  const add = async () => {
    const names = [
      ...(people.length > 0 ? [cardWords.members(people.length)] : []),
      ...inner.map((id) => groupName(groups.value.get(id) ?? { name: "" })),
    ].join(", ");
    const isDone = await change(
      administrationWords.isAdded(names),
      { add: people, add_subgroups: inner },
      { delete: people, delete_subgroups: inner },
    );
    if (!isDone) return;
    chosen.value = [];
    subgroup.value = undefined;
  };
  const isNothing = people.length === 0 && inner.length === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNothing) void add();
      }}
    >
      <PeopleField chosen={chosen} label={cardWords.addPeople} />
      <GroupSelect
        chosen={subgroup}
        label={administrationWords.addGroup}
        groups={possibleSubgroups(groups.value, group)}
      />
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isNothing}>
          {deferredWords.add}
        </button>
      </div>
    </form>
  );
};

/** A group's subgroups. */
const Subgroups = ({ group, change }: { readonly group: Group; readonly change: Change | undefined }) => {
  const app = useApp();
  const inner = group.direct_subgroup_ids.flatMap((id) => app.store.groups.value.get(id) ?? []);
  if (inner.length === 0) return null;
  return (
    <section class="setting-group">
      <h2>{administrationWords.subgroups}</h2>
      <ul class="inbox-list">
        {inner.map((one) => (
          <li key={one.id} class="channel-row">
            <div class="channel-about">
              <a href={app.href({ screen: "organization", section: `groups/${one.id}/members` })} dir="auto">
                {groupName(one)}
              </a>
              <p class="soft">{cardWords.members(membersOf(app.store.groups.value, one.id).size)}</p>
            </div>
            {change && (
              <button
                type="button"
                class="quiet"
                aria-label={administrationWords.removeGroupOf(groupName(one))}
                onClick={() =>
                  void change(
                    administrationWords.isOut(groupName(one)),
                    { delete_subgroups: [one.id] },
                    { add_subgroups: [one.id] },
                  )
                }
              >
                <AnyIcon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** A group's members, direct and through subgroups. */
export const GroupMembers = ({ group }: { readonly group: Group }) => {
  const { store } = useApp();
  const { act, problem } = useUndoable();
  const { id, members } = group;
  const noAdding = whyNotAddTo(store, group);
  const noRemoving = whyNotRemoveFrom(store, group);
  const change: Change = (notice, wanted, back) =>
    act(
      notice,
      () => changeGroupMembers(id, wanted),
      () => changeGroupMembers(id, back),
    );
  const all = membersOf(store.groups.value, id);
  const remove = (userId: number, name: string) =>
    void change(administrationWords.isOut(name), { delete: [userId] }, { add: [userId] });
  return (
    <>
      <section class="setting-group">
        <h2>{cardWords.addPeople}</h2>
        {noAdding === undefined ? <Add group={group} change={change} /> : <p class="soft">{noAdding}</p>}
        {problem}
      </section>
      <Subgroups group={group} change={noRemoving === undefined ? change : undefined} />
      <section class="setting-group">
        <h2>{administrationWords.memberCount(members.length, all.size)}</h2>
        {noRemoving !== undefined && noRemoving !== noAdding && <p class="soft">{noRemoving}</p>}
        <PeopleRows userIds={members} onRemove={noRemoving === undefined ? remove : undefined} />
      </section>
    </>
  );
};
