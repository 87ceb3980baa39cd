import { changeRole } from "../../../api/settings";
import { useApp } from "../../../app/app";
import type { User } from "../../../wire/wire";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isOwner } from "../parts/scope";
import type { useUndoable } from "../parts/use-undoable";
import { whyNotPerson } from "./person-rights";

export const roles = [100, 200, 300, 400, 600] as const;
const owner = 100;

interface RoleSelectProps {
  readonly user: User;
  readonly doing: ReturnType<typeof useUndoable>;
  readonly describedBy?: string;
}

/** Selects a person's role. */
export const RoleSelect = ({ user, doing, describedBy }: RoleSelectProps) => {
  const app = useApp();
  const { user_id: id, full_name: name, role } = user;
  const change = (wanted: number) =>
    doing.act(
      screenWords.isNow(name, deferredWords.roles[String(wanted)] ?? ""),
      () => changeRole(user, wanted),
      () => changeRole(user, role),
    );
  return (
    <select
      class="field"
      aria-label={screenWords.roleOf(name)}
      {...(describedBy !== undefined && { "aria-describedby": describedBy })}
      value={String(role)}
      disabled={whyNotPerson(app.store, user) !== undefined || doing.isBusy}
      onChange={async ({ currentTarget }) => {
        await change(Number(currentTarget.value));
        currentTarget.value = String(app.store.people.peek().users.get(id)?.role ?? role);
      }}
    >
      {roles
        .filter((one) => one === role || one !== owner || isOwner(app.store))
        .map((one) => (
          <option key={one} value={String(one)}>
            {deferredWords.roles[String(one)]}
          </option>
        ))}
    </select>
  );
};
