import { useMemo } from "preact/hooks";
import { changeGroup, deactivateGroup } from "../../../api/administration";
import { useApp } from "../../../app/app";
import type { Group } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { groupName } from "../parts/group-members";
import { SectionSettings } from "../parts/setting-groups";
import { shortDateAndTime } from "../parts/short-time";
import { TabsNav } from "../parts/tabs-nav";
import { useUndoable } from "../parts/use-undoable";
import { GroupMembers } from "./group-members-view";
import { whyNotManage } from "./group-rights";
import { groupScope } from "./group-scope";
import { JoinLeave } from "./join-leave";

/** Deactivates or reactivates a group. */
const Deactivate = ({ group }: { readonly group: Group }) => {
  const app = useApp();
  const { act, problem, isBusy } = useUndoable();
  const { id, name, deactivated: isOff } = group;
  const reason = whyNotManage(app.store, group);
  const restore = () => changeGroup(id, { deactivated: false });
  const end = () => deactivateGroup(id);
  const ask = () => {
    app.dialog.value = {
      kind: "confirm",
      text: administrationWords.deactivateGroupQuestion(name),
      label: administrationWords.deactivateGroup,
      run: () => void act(screenWords.gone(name), end, restore),
    };
  };
  return (
    <section class="setting-group">
      <h2>{isOff ? screenWords.reactivate : administrationWords.deactivateGroup}</h2>
      <p class="soft" id="group-end-about">
        {reason ?? administrationWords.deactivateGroupHint}
      </p>
      <div>
        <button
          type="button"
          class={isOff ? "plain" : "plain dangerous"}
          disabled={reason !== undefined || isBusy}
          aria-describedby="group-end-about"
          onClick={isOff ? () => void act(administrationWords.cameBack(name), restore, end) : ask}
        >
          {isOff ? screenWords.reactivate : administrationWords.deactivateGroup}
        </button>
      </div>
      {problem}
    </section>
  );
};

const General = ({ group }: { readonly group: Group }) => {
  const app = useApp();
  const { id, creator_id: creatorId, date_created: createdAt } = group;
  const scope = useMemo(() => groupScope(id), [id]);
  if (group.is_system_group) return <p class="soft">{administrationWords.byRoleHint}</p>;
  const creator = app.names.userName(creatorId ?? 0) ?? "";
  return (
    <>
      {createdAt !== null && (
        <p class="soft">{administrationWords.groupFacts(creator, shortDateAndTime(createdAt))}</p>
      )}
      <SectionSettings scope={scope} section="general" highlighted="" />
      <Deactivate group={group} />
    </>
  );
};

const Permissions = ({ group: { id } }: { readonly group: Group }) => {
  const scope = useMemo(() => groupScope(id), [id]);
  return <SectionSettings scope={scope} section="permissions" highlighted="" />;
};

const views = { general: General, members: GroupMembers, permissions: Permissions };

/** A group: its name, members and permissions. */
export const GroupPage = ({ id, part }: { readonly id: number; readonly part: string }) => {
  const app = useApp();
  const group = app.store.groups.value.get(id);
  const at = Object.hasOwn(views, part) ? (part as keyof typeof views) : "general";
  const View = views[at];
  return (
    <>
      <a class="link" href={app.href({ screen: "organization", section: "groups" })}>
        {administrationWords.allGroups}
      </a>
      {group === undefined ? (
        <p>{administrationWords.groupGone}</p>
      ) : (
        <>
          <div class="form-actions">
            <h2 dir="auto">{groupName(group)}</h2>
            <JoinLeave group={group} />
          </div>
          {group.deactivated && <p class="change-notice">{administrationWords.groupIsOff}</p>}
          <TabsNav
            name={groupName(group)}
            parts={administrationWords.groupParts}
            at={at}
            href={(one) => app.href({ screen: "organization", section: `groups/${id}/${one}` })}
          />
          <View key={at} group={group} />
        </>
      )}
    </>
  );
};
