import { useSignal } from "@preact/signals";
import { useApp } from "../../../app/app";
import { mayInRealm } from "../../../store/rights";
import { ListFilter } from "../../../ui/list-filter";
import { matchRank } from "../../../ui/ranking";
import type { Group } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { groupName, membersOf } from "../parts/group-members";
import type { Screen } from "../parts/screen";
import { GroupPage } from "./group-page";
import { JoinLeave } from "./join-leave";
import { NewGroup } from "./new-group";

const Row = ({ group }: { readonly group: Group }) => {
  const app = useApp();
  const { id, description, is_system_group: isSystem } = group;
  const count = membersOf(app.store.groups.value, id).size;
  return (
    <li class="channel-row">
      <div class="channel-about">
        <a href={app.href({ screen: "organization", section: `groups/${id}` })} dir="auto">
          {groupName(group)}
        </a>
        <p class="soft" dir="auto">
          {[cardWords.members(count), isSystem ? "" : description].filter(Boolean).join(" · ")}
        </p>
      </div>
      <JoinLeave group={group} />
    </li>
  );
};

type Kind = keyof typeof administrationWords.groupKinds;
const hidden = new Set(["role:internet", "role:nobody"]);

const List = ({ start, isCreating }: { readonly start: Kind; readonly isCreating: boolean }) => {
  const app = useApp();
  const query = useSignal("");
  const kind = useSignal<Kind>(start);
  const found = [...app.store.groups.value.values()]
    .filter(({ name, deactivated }) => !hidden.has(name) && deactivated === (kind.value === "deactivated"))
    .filter(({ members }) => kind.value !== "own" || members.includes(app.store.ownId))
    .filter((one) => matchRank(groupName(one), query.value) !== undefined);
  const userDefined = found
    .filter(({ is_system_group }) => !is_system_group)
    .sort((a, b) => a.name.localeCompare(b.name));
  const roles = found.filter(({ is_system_group }) => is_system_group);
  return (
    <>
      <p>{administrationWords.groupsHint}</p>
      {mayInRealm(app.store, "can_create_groups") && <NewGroup isOpen={isCreating} />}
      <ListFilter
        label={administrationWords.findGroup}
        query={query}
        kindLabel={cardWords.groups}
        kinds={administrationWords.groupKinds}
        kind={kind.value}
        onKind={(next) => {
          kind.value = next;
        }}
      />
      {userDefined.length === 0 && <p class="soft">{administrationWords.noGroups}</p>}
      <ul class="inbox-list">
        {userDefined.map((one) => (
          <Row key={one.id} group={one} />
        ))}
      </ul>
      {roles.length > 0 && kind.value === "active" && (
        <section class="setting-group">
          <h2>{administrationWords.byRole}</h2>
          <p class="soft">{administrationWords.byRoleHint}</p>
          <ul class="inbox-list">
            {roles.map((one) => (
              <Row key={one.id} group={one} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};

/** The list of groups, or one of them. */
export const UserGroups: Screen = ({ rest }) => {
  const id = /^(\d+)/.exec(rest)?.[1];
  if (id !== undefined) return <GroupPage key={id} id={Number(id)} part={rest.split("/").at(-1) ?? ""} />;
  return <List key={rest} start={rest === "your" ? "own" : "active"} isCreating={rest === "new"} />;
};
