import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearStatusOf, fetchChannelsOf, renameUser, setProfileValueOf } from "../../../api/administration";
import { fetchProfileOf } from "../../../api/profile";
import { useApp } from "../../../app/app";
import { Avatar } from "../../../ui/avatar";
import { UserRole } from "../../../wire/numbers";
import type { User } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { ProfileSection } from "../parts/profile-section";
import { roleOf } from "../parts/scope";
import { shortDateAndTime } from "../parts/short-time";
import { Field, useAction } from "../parts/use-action";
import { useUndoable } from "../parts/use-undoable";
import { Bot } from "../personal/bots";
import { Access } from "./access";
import { Deactivate } from "./deactivate";
import { whyNotPerson, whyNotProfile } from "./person-rights";
import { RoleSelect } from "./role-select";

interface Props {
  readonly user: User;
}

const NameAndRole = ({ user }: Props) => {
  const { store } = useApp();
  const doing = useUndoable();
  const { user_id: id, full_name: known } = user;
  const name = useSignal(known);
  useEffect(() => {
    name.value = known;
  }, [known]);
  const fixed = whyNotProfile(store, user);
  const noRole = whyNotPerson(store, user);
  return (
    <>
      <form
        class="inline-form setting"
        onSubmit={(event) => {
          event.preventDefault();
          void doing.act(
            screenWords.saved(cardWords.name),
            () => renameUser(id, name.value.trim()),
            () => renameUser(id, known),
          );
        }}
      >
        <Field
          label={cardWords.name}
          value={name.value}
          maxLength={100}
          isRequired
          isDisabled={fixed !== undefined}
          onInput={(text) => {
            name.value = text;
          }}
          {...(fixed !== undefined && { hint: fixed })}
        />
        {name.value.trim() !== known && (
          <button type="submit" class="primary" disabled={name.value.trim() === ""}>
            {deferredWords.save}
          </button>
        )}
      </form>
      {user.is_active && (
        <div class="setting">
          <p class="soft about-setting">{deferredWords.role}</p>
          <RoleSelect user={user} doing={doing} describedBy="role-about" />
          <p class="soft about-setting" id="role-about">
            {noRole}
          </p>
        </div>
      )}
      {doing.problem}
    </>
  );
};

/** A person's status, which administrators can clear. */
const Status = ({ user: { user_id: id, full_name: name } }: Props) => {
  const { store } = useApp();
  const { act, problem, isBusy } = useUndoable();
  const status = store.statuses.value.get(id);
  const text = [status?.emoji_name ? `:${status.emoji_name}:` : "", status?.status_text ?? ""];
  if (text.every((one) => one === "") || roleOf(store) > UserRole.administrator) return null;
  return (
    <div class="setting">
      <p dir="auto">{text.filter(Boolean).join(" ")}</p>
      <div>
        <button
          type="button"
          class="plain"
          disabled={isBusy}
          onClick={() => void act(administrationWords.statusGone(name), () => clearStatusOf(id))}
        >
          {administrationWords.removeStatus}
        </button>
      </div>
      {problem}
    </div>
  );
};

const Profile = ({ user: { user_id: id } }: Props) => (
  <ProfileSection
    title={administrationWords.profile}
    userId={id}
    fetch={() => fetchProfileOf(id)}
    set={(fieldId, value) => setProfileValueOf(id, fieldId, value)}
  />
);

const Channels = ({ user: { user_id: id } }: Props) => {
  const app = useApp();
  const ids = useSignal<readonly number[]>([]);
  const { run, problem } = useAction();
  useEffect(() => {
    void run(async () => {
      ids.value = await fetchChannelsOf(id);
    });
  }, [id]);
  const channels = ids.value
    .flatMap((one) => app.store.channels.value.known.get(one) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <section class="setting-group">
      <h2>{administrationWords.channelsOf}</h2>
      {problem}
      <div class="choices">
        {channels.map(({ stream_id, name }) => (
          <a
            key={stream_id}
            class="pill"
            href={app.href({ screen: "channel", channelId: stream_id, section: "subscribers" })}
          >
            #{name}
          </a>
        ))}
      </div>
    </section>
  );
};

const BotsOf = ({ user }: Props) => {
  const { store } = useApp();
  const bots = [...store.people.value.users.values()].filter(
    ({ bot_owner_id }) => bot_owner_id === user.user_id,
  );
  const reason = whyNotProfile(store, user);
  return (
    <section class="setting-group">
      <h2>{administrationWords.bots}</h2>
      {bots.length === 0 && <p class="soft">{administrationWords.noBots}</p>}
      {bots.length > 0 && reason !== undefined && <p class="soft">{reason}</p>}
      <ul class="inbox-list">
        {bots.map((bot) => (
          <Bot key={bot.user_id} bot={bot} mayChange={reason === undefined} />
        ))}
      </ul>
    </section>
  );
};

/** A person's account: name, role, profile, bots, deactivation. */
export const Person = ({ id }: { readonly id: number }) => {
  const app = useApp();
  const user = app.store.people.value.users.get(id);
  const back = app.href({ screen: "organization", section: "people" });
  if (user === undefined)
    return (
      <>
        <a class="link" href={back}>
          {administrationWords.allPeople}
        </a>
        <p>{administrationWords.personGone}</p>
      </>
    );
  const facts = [
    user.is_active ? "" : deferredWords.deactivated,
    user.delivery_email ?? "",
    user.date_joined === undefined
      ? ""
      : administrationWords.personSince(shortDateAndTime(Date.parse(user.date_joined) / 1000)),
  ];
  return (
    <>
      <a class="link" href={back}>
        {administrationWords.allPeople}
      </a>
      <div class="profile-picture">
        <Avatar userId={id} size={80} />
        <div>
          <h2 dir="auto">{user.full_name}</h2>
          <p class="soft">{facts.filter(Boolean).join(" · ")}</p>
        </div>
      </div>
      <NameAndRole user={user} />
      <Status user={user} />
      {user.is_bot && (
        <ul class="inbox-list">
          <Bot
            bot={user}
            mayChange={user.bot_owner_id === app.store.ownId || whyNotProfile(app.store, user) === undefined}
          />
        </ul>
      )}
      {!user.is_bot && <Profile user={user} />}
      {user.is_active && <Channels user={user} />}
      {!user.is_bot && <BotsOf user={user} />}
      {user.is_active && !user.is_bot && <Access user={user} />}
      {!user.is_bot && <Deactivate user={user} />}
    </>
  );
};
