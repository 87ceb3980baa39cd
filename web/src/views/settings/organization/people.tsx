import { useSignal } from "@preact/signals";
import { changeRole, deactivateUser, reactivateUser } from "../../../api/settings";
import type { User } from "../../../api/wire";
import { useApp } from "../../../app";
import { Avatar } from "../../../ui/avatar";
import { words } from "../../../words/en";
import { cardWords } from "../../../words/en-cards";
import { screenWords } from "../../../words/en-screens";
import { nameFit } from "../../ranking";
import { useDoing } from "../doing";
import { isAdministrator, isOwner } from "../scope";
import type { Screen } from "../sections";

const roles = [100, 200, 300, 400, 600] as const;
const owner = 100;
const shownAtOnce = 50;

const Row = ({ user }: { readonly user: User }) => {
  const app = useApp();
  const { run, problem, isBusy } = useDoing();
  const { user_id: id, full_name: name, role } = user;
  const isTheirs = id === app.store.ownId;
  // Only owners make owners, and change them.
  const mayChange =
    isAdministrator(app.store) && !isTheirs && !user.is_system_bot && (role !== owner || isOwner(app.store));
  const change = async (wanted: number) => {
    if (!(await run(() => changeRole(user, wanted)))) return;
    const undo = () => void app.attempt(changeRole(user, role));
    const text = screenWords.isNow(name, words.roles[String(wanted)] ?? "");
    app.toast.value = { text, act: { label: words.undo, run: undo } };
  };
  const deactivate = () =>
    void run(() => deactivateUser(id)).then((isDone) => {
      const undo = () => void app.attempt(reactivateUser(id));
      if (isDone) app.toast.value = { text: screenWords.gone(name), act: { label: words.undo, run: undo } };
    });
  const reactivate = () =>
    void run(() => reactivateUser(id)).then((isDone) => {
      if (isDone) app.toast.value = { text: screenWords.isBack(name) };
    });
  return (
    <li class="channel-row person-row">
      <Avatar userId={id} size={32} />
      <div class="channel-about">
        <button
          type="button"
          class="link"
          dir="auto"
          onClick={() => {
            app.dialog.value = { kind: "person", userId: id };
          }}
        >
          {name}
        </button>
        <p class="soft">
          {[isTheirs ? screenWords.thatIsYou : "", user.is_bot ? words.bot : "", user.delivery_email ?? ""]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {problem}
      </div>
      {user.is_active && (
        <select
          class="field"
          aria-label={screenWords.roleOf(name)}
          value={String(role)}
          disabled={!mayChange || isBusy}
          onChange={async ({ currentTarget }) => {
            await change(Number(currentTarget.value));
            currentTarget.value = String(app.store.people.peek().users.get(id)?.role ?? role);
          }}
        >
          {roles
            .filter((one) => one === role || one !== owner || isOwner(app.store))
            .map((one) => (
              <option key={one} value={String(one)}>
                {words.roles[String(one)]}
              </option>
            ))}
        </select>
      )}
      {mayChange &&
        (user.is_active ? (
          <button
            type="button"
            class="plain"
            disabled={isBusy}
            aria-label={screenWords.deactivateOf(name)}
            onClick={() => {
              app.dialog.value = {
                kind: "confirm",
                text: screenWords.deactivateQuestion(name),
                label: screenWords.deactivate,
                run: deactivate,
              };
            }}
          >
            {screenWords.deactivate}
          </button>
        ) : (
          <button
            type="button"
            class="plain"
            disabled={isBusy}
            aria-label={screenWords.reactivateOf(name)}
            onClick={reactivate}
          >
            {screenWords.reactivate}
          </button>
        ))}
    </li>
  );
};

type Kind = "active" | "deactivated" | "bots";

/** Everyone in the organization: who they are, what they may, and whether they are here. */
export const People: Screen = ({ rest }) => {
  const app = useApp();
  const query = useSignal("");
  const kind = useSignal<Kind>(rest === "deactivated" || rest === "bots" ? rest : "active");
  const role = useSignal("");
  const limit = useSignal(shownAtOnce);
  const people = [...app.store.people.value.users.values()]
    .filter((one) => (kind.value === "bots" ? one.is_bot && !one.is_system_bot : !one.is_bot))
    .filter((one) => kind.value === "bots" || one.is_active === (kind.value === "active"))
    .filter((one) => role.value === "" || String(one.role) === role.value)
    .filter(
      (one) =>
        nameFit(one.full_name, query.value) !== undefined ||
        nameFit(one.delivery_email ?? "", query.value) !== undefined,
    )
    .sort((a, b) => a.full_name.localeCompare(b.full_name));
  return (
    <>
      <div class="page-tools">
        <input
          class="field"
          type="search"
          aria-label={screenWords.findPerson}
          placeholder={screenWords.findPerson}
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            limit.value = shownAtOnce;
          }}
        />
        <select
          class="field"
          aria-label={screenWords.whichPeople}
          value={kind.value}
          onChange={({ currentTarget }) => {
            kind.value = currentTarget.value as Kind;
          }}
        >
          {Object.entries(screenWords.peopleKinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          class="field"
          aria-label={words.role}
          value={role.value}
          onChange={({ currentTarget }) => {
            role.value = currentTarget.value;
          }}
        >
          <option value="">{screenWords.anyRole}</option>
          {roles.map((one) => (
            <option key={one} value={String(one)}>
              {words.roles[String(one)]}
            </option>
          ))}
        </select>
      </div>
      <p class="soft" role="status">
        {cardWords.members(people.length)}
      </p>
      <ul class="inbox-list">
        {people.slice(0, limit.value).map((user) => (
          <Row key={user.user_id} user={user} />
        ))}
      </ul>
      {people.length > limit.value && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            limit.value += shownAtOnce;
          }}
        >
          {screenWords.showMore}
        </button>
      )}
    </>
  );
};
