import { useSignal } from "@preact/signals";
import { muteUser } from "../../api/account";
import { useApp } from "../../app/app";
import { insertIntoCompose } from "../../app/insert-into-compose";
import { narrowOf } from "../../app/location";
import { directPlace } from "../../store/place";
import { Avatar, presenceStateOf } from "../../ui/avatar";
import { clockOf } from "../../ui/clock-of";
import { Overlay } from "../../ui/overlay";
import { StatusLine } from "../../ui/status-line";
import { dateAndTime } from "../../ui/time";
import { UserRole } from "../../wire/numbers";
import type { User } from "../../wire/wire";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import { ProfileFacts } from "./profile-facts";

const roleOf = (role: number): string => deferredWords.roles[String(role)] ?? "";

/** Whether the person is active, or when they were last. */
const Presence = ({ user }: { readonly user: User }) => {
  const { store } = useApp();
  const presence = store.presences.value.get(user.user_id);
  const presenceState = presenceStateOf(presence);
  const last = Math.max(presence?.active_timestamp ?? 0, presence?.idle_timestamp ?? 0);
  return (
    <>
      <span class={`dot ${presenceState}`} aria-hidden="true" />
      {words.presenceStates[presenceState]}
      {presenceState === "offline" && last > 0 && (
        <span class="soft"> {cardWords.lastHere(dateAndTime(last * 1000))}</span>
      )}
    </>
  );
};

/** A person's profile card, with actions. */
export const PersonCard = ({
  userId,
  onClose,
}: {
  readonly userId: number;
  readonly onClose: () => void;
}) => {
  const app = useApp();
  const { people, groups, mutedUsers, settings, profileFields, ownId } = app.store;
  const isWhole = useSignal(false);
  const user = people.value.users.get(userId);
  if (user === undefined)
    return (
      <Overlay title={words.somebody} onClose={onClose} class="card">
        <p>{cardWords.unknownPerson}</p>
      </Overlay>
    );
  const isMuted = mutedUsers.value.has(userId);
  const teams = [...groups.value.values()].filter(
    ({ is_system_group, deactivated, members }) =>
      !is_system_group && !deactivated && members.includes(userId),
  );
  const has24Hours = settings.value.twenty_four_hour_time === true;
  const go = (narrow: Parameters<typeof app.go>[0]) => {
    onClose();
    app.go(narrow);
  };
  const facts: readonly (readonly [string, preact.ComponentChildren])[] = [
    ...(!user.is_bot && user.is_active
      ? [[deferredWords.presence, <Presence key="p" user={user} />] as const]
      : []),
    [
      deferredWords.role,
      user.is_active ? (user.is_bot ? deferredWords.bot : roleOf(user.role)) : deferredWords.deactivated,
    ],
    ...(user.delivery_email === null ? [] : [[deferredWords.email, user.delivery_email] as const]),
    ...(user.timezone === "" ? [] : [[cardWords.localTime, clockOf(user.timezone, has24Hours)] as const]),
  ];
  return (
    <Overlay title={user.full_name} onClose={onClose} class="card">
      <p class="card-status">
        <StatusLine userId={userId} />
      </p>
      <div class="card-body">
        <Avatar userId={userId} size={80} />
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {!user.is_bot && <ProfileFacts key={userId} userId={userId} isWhole={isWhole.value} />}
          {teams.length > 0 && (
            <div>
              <dt>{cardWords.groups}</dt>
              <dd>
                {teams.map((team) => (
                  <button
                    key={team.id}
                    type="button"
                    class="pill"
                    onClick={() => {
                      app.dialog.value = { kind: "group", groupId: team.id };
                    }}
                  >
                    @{team.name}
                  </button>
                ))}
              </dd>
            </div>
          )}
        </dl>
      </div>
      <div class="form-actions">
        {user.is_active && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              go({ screen: "narrow", narrow: narrowOf(directPlace([userId, ownId]), ownId) });
              insertIntoCompose("");
            }}
          >
            {deferredWords.writeTo}
          </button>
        )}
        <button
          type="button"
          class="plain"
          onClick={() => go({ screen: "narrow", narrow: [{ operator: "sender", operand: userId }] })}
        >
          {cardWords.theirMessages}
        </button>
        {!user.is_bot && profileFields.value.some((one) => !one.display_in_profile_summary) && (
          <button
            type="button"
            class="plain"
            aria-expanded={isWhole.value}
            onClick={() => {
              isWhole.value = !isWhole.value;
            }}
          >
            {cardWords.viewProfile}
          </button>
        )}
        {(people.value.users.get(ownId)?.role ?? UserRole.guest) <= UserRole.administrator && (
          <button
            type="button"
            class="plain"
            onClick={() => go({ screen: "organization", section: `people/${userId}` })}
          >
            {cardWords.administer}
          </button>
        )}
        {userId === ownId ? (
          <button
            type="button"
            class="plain"
            onClick={() => {
              app.dialog.value = { kind: "status" };
            }}
          >
            {deferredWords.setStatus}
          </button>
        ) : (
          <button type="button" class="plain" onClick={() => void app.attempt(muteUser(userId, !isMuted))}>
            {isMuted ? cardWords.unmuteUser : cardWords.muteUser}
          </button>
        )}
      </div>
    </Overlay>
  );
};
