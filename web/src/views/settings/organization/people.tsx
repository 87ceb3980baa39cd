import { useSignal } from "@preact/signals";
import { deactivateBot, deactivateUser, reactivateUser } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { Avatar } from "../../../ui/avatar";
import { matchRank } from "../../../ui/ranking";
import type { User } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isAdministrator } from "../parts/scope";
import type { Screen } from "../parts/screen";
import { ShowMore } from "../parts/show-more";
import { useUndoable } from "../parts/use-undoable";
import { NewAccount } from "../person/new-account";
import { Person } from "../person/person";
import { whyNotPerson } from "../person/person-rights";
import { RoleSelect, roles } from "../person/role-select";

const shownAtOnce = 50;

const Row = ({ user }: { readonly user: User }) => {
  const app = useApp();
  const doing = useUndoable();
  const { problem, isBusy } = doing;
  const { user_id: id, full_name: name } = user;
  const isTheirs = id === app.store.ownId;
  const mayChange = whyNotPerson(app.store, user) === undefined;
  const deactivate = () =>
    void doing.act(
      screenWords.gone(name),
      () => (user.is_bot ? deactivateBot(id) : deactivateUser(id)),
      () => reactivateUser(id),
    );
  const reactivate = () => void doing.act(screenWords.isBack(name), () => reactivateUser(id));
  return (
    <li class="channel-row person-row">
      <Avatar userId={id} size={32} />
      <div class="channel-about">
        <a href={app.href({ screen: "organization", section: `people/${id}` })} dir="auto">
          {name}
        </a>
        <p class="soft">
          {[
            isTheirs ? screenWords.thatIsYou : "",
            user.is_bot ? deferredWords.bot : "",
            user.delivery_email ?? "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {problem}
      </div>
      {user.is_active && <RoleSelect user={user} doing={doing} />}
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

const List = ({ rest }: { readonly rest: string }) => {
  const app = useApp();
  const query = useSignal("");
  const [wanted] = rest.split("/");
  const kind = useSignal<Kind>(wanted === "deactivated" || wanted === "bots" ? wanted : "active");
  const role = useSignal("");
  const limit = useSignal(shownAtOnce);
  const people = [...app.store.people.value.users.values()]
    .filter((one) => (kind.value === "bots" ? one.is_bot && !one.is_system_bot : !one.is_bot))
    .filter((one) => kind.value === "bots" || one.is_active === (kind.value === "active"))
    .filter((one) => role.value === "" || String(one.role) === role.value)
    .filter(
      (one) =>
        matchRank(one.full_name, query.value) !== undefined ||
        matchRank(one.delivery_email ?? "", query.value) !== undefined,
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
          aria-label={deferredWords.role}
          value={role.value}
          onChange={({ currentTarget }) => {
            role.value = currentTarget.value;
          }}
        >
          <option value="">{screenWords.anyRole}</option>
          {roles.map((one) => (
            <option key={one} value={String(one)}>
              {deferredWords.roles[String(one)]}
            </option>
          ))}
        </select>
      </div>
      {isAdministrator(app.store) && <NewAccount />}
      <p class="soft" role="status">
        {cardWords.members(people.length)}
      </p>
      <ul class="inbox-list">
        {people.slice(0, limit.value).map((user) => (
          <Row key={user.user_id} user={user} />
        ))}
      </ul>
      <ShowMore limit={limit} total={people.length} step={shownAtOnce} />
    </>
  );
};

/** Everyone in the organization, with roles and presence; or one person's page. */
export const People: Screen = ({ rest }) => {
  const id = /^(\d+)/.exec(rest)?.[1];
  return id === undefined ? <List key={rest} rest={rest} /> : <Person key={id} id={Number(id)} />;
};
