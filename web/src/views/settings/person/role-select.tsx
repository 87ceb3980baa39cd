import { changeRole } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { UserRole } from "../../../wire/numbers";
import type { User } from "../../../wire/wire";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isOwner } from "../parts/scope";
import type { useUndoable } from "../parts/use-undoable";
import { whyNotPerson } from "./person-rights";

export const roles = [
  UserRole.owner,
  UserRole.administrator,
  UserRole.moderator,
  UserRole.member,
  UserRole.guest,
] as const;

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
        .filter((one) => one === role || one !== UserRole.owner || isOwner(app.store))
        .map((one) => (
          <option key={one} value={String(one)}>
            {deferredWords.roles[String(one)]}
          </option>
        ))}
    </select>
  );
};
