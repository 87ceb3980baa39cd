import { useApp } from "../../app/app";
import { Avatar } from "../../ui/avatar";
import { Overlay } from "../../ui/overlay";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";

/** A group's members. */
export const GroupCard = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const app = useApp();
  const group = app.store.groups.value.get(id);
  if (group === undefined)
    return (
      <Overlay title={cardWords.group} onClose={onClose} class="card">
        <p>{cardWords.unknownGroup}</p>
      </Overlay>
    );
  const users = app.store.people.value.users;
  const members = group.members
    .flatMap((userId) => users.get(userId) ?? [])
    .filter(({ is_active }) => is_active)
    .sort((a, b) => a.full_name.localeCompare(b.full_name));
  const inner = group.direct_subgroup_ids.flatMap((one) => app.store.groups.value.get(one) ?? []);
  return (
    <Overlay title={group.name} onClose={onClose} class="card">
      {group.deactivated && <p class="soft">{deferredWords.deactivated}</p>}
      <p>
        <a href={app.href({ screen: "organization", section: `groups/${id}` })} onClick={onClose}>
          {cardWords.groupSettings}
        </a>
      </p>
      {group.description !== "" && <p dir="auto">{group.description}</p>}
      <p class="soft">{cardWords.members(members.length)}</p>
      <ul class="people-list short-list">
        {inner.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => {
                app.dialog.value = { kind: "group", groupId: one.id };
              }}
            >
              @{one.name}
            </button>
          </li>
        ))}
        {members.map((one) => (
          <li key={one.user_id}>
            <button
              type="button"
              onClick={() => {
                app.dialog.value = { kind: "person", userId: one.user_id };
              }}
            >
              <Avatar userId={one.user_id} size={24} />
              <span dir="auto">{one.full_name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Overlay>
  );
};
