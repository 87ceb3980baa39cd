import { useSignal } from "@preact/signals";
import { inviteByMail, makeInviteLink } from "../../api/channel-administration";
import { errorText } from "../../api/error-text";
import { sendsMail } from "../../api/http";
import { useApp } from "../../app/app";
import { mayInRealm } from "../../store/rights";
import { copyText } from "../../ui/clipboard";
import { OnlyHere } from "../../ui/only-here";
import { Overlay } from "../../ui/overlay";
import { UserRole } from "../../wire/numbers";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import { Checklist, mayAddTo } from "./checklist";

const dayMinutes = 1440;
const terms: readonly (readonly [number | null, string])[] = [
  [dayMinutes, cardWords.oneDay],
  [10 * dayMinutes, cardWords.tenDays],
  [30 * dayMinutes, cardWords.thirtyDays],
  [null, cardWords.noEnd],
];
/** The server's limit. */
const mostWelcome = 8000;
const roles = [UserRole.member, UserRole.guest, UserRole.moderator, UserRole.administrator];

/** Invites people by email or by a shared link. */
export const Invite = ({ onClose }: { readonly onClose: () => void }) => {
  const app = useApp();
  const { store } = app;
  const ownRole = store.people.value.users.get(store.ownId)?.role ?? UserRole.guest;
  const addresses = useSignal("");
  const role = useSignal<number>(UserRole.member);
  const minutes = useSignal<number | null>(10 * dayMinutes);
  const defaults = (store.realm.value.realm_default_streams ?? []) as readonly number[];
  const chosen = useSignal<readonly number[]>(
    defaults.filter((id) => store.channels.value.subscribed.has(id)),
  );
  const problem = useSignal("");
  /** The link that was made, and what it invites to: a link stays as it is, so after a change it isn't shown. */
  const link = useSignal({ url: "", invitation: "" });
  const isBusy = useSignal(false);
  const groupIds = useSignal<readonly number[]>([]);
  const notifiesMe = useSignal(true);
  const welcome = useSignal("");
  const { known, subscribed } = store.channels.value;
  const channels = [...known.values()]
    .filter(
      ({ is_archived, invite_only, stream_id }) =>
        !is_archived && (!invite_only || subscribed.has(stream_id)),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  // Only people who can add members to a group can invite into it.
  const groups = [...store.groups.value.values()].filter((group) => mayAddTo(store, group));
  const mayMail = sendsMail() && mayInRealm(store, "can_invite_users_group");
  const mayLink = mayInRealm(store, "create_multiuse_invite_group");
  const invitation = () => ({
    channelIds: chosen.value,
    groupIds: groupIds.value,
    role: role.value,
    minutes: minutes.value,
    notifiesMe: notifiesMe.value,
    welcome: welcome.value.trim(),
  });
  const attempt = async (doing: () => Promise<void>) => {
    isBusy.value = true;
    problem.value = "";
    try {
      await doing();
    } catch (error) {
      problem.value = errorText(error);
    }
    isBusy.value = false;
  };
  const mail = () =>
    attempt(async () => {
      await inviteByMail(addresses.value, invitation());
      onClose();
      app.showToast({ text: cardWords.invited });
    });
  const makeLink = () =>
    attempt(async () => {
      const made = invitation();
      link.value = { url: await makeInviteLink(made), invitation: JSON.stringify(made) };
    });
  return (
    <Overlay title={deferredWords.invite} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!mayMail) void makeLink();
          else if (addresses.value.trim() !== "") void mail();
        }}
      >
        {!sendsMail() && <p>{mayLink ? cardWords.inviteByLink : cardWords.inviteByNobody}</p>}
        {mayMail && (
          <label>
            {cardWords.addresses}
            <textarea
              class="field"
              rows={2}
              placeholder="ana@example.com, ben@example.com"
              value={addresses.value}
              onInput={(event) => {
                addresses.value = event.currentTarget.value;
              }}
            />
          </label>
        )}
        <div class="two-fields">
          <label>
            {cardWords.inviteAs}
            <select
              class="field"
              value={role.value}
              onChange={(event) => {
                role.value = Number(event.currentTarget.value);
              }}
            >
              {roles
                .filter((one) => one >= ownRole)
                .map((one) => (
                  <option key={one} value={one}>
                    {deferredWords.roles[String(one)]}
                  </option>
                ))}
            </select>
          </label>
          <label>
            {cardWords.inviteEnds}
            <select
              class="field"
              value={String(minutes.value)}
              onChange={({ currentTarget: { value } }) => {
                minutes.value = value === "null" ? null : Number(value);
              }}
            >
              {terms.map(([value, label]) => (
                <option key={label} value={String(value)}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Checklist
          legend={cardWords.inviteChannels}
          items={channels.map(({ stream_id: id, name }) => ({ id, name }))}
          chosen={chosen}
        />
        {groups.length > 0 && <Checklist legend={cardWords.inviteGroups} items={groups} chosen={groupIds} />}
        <details>
          <summary>{cardWords.inviteMore}</summary>
          <label>
            {cardWords.inviteWelcome}
            <textarea
              class="field"
              dir="auto"
              rows={2}
              maxLength={mostWelcome}
              value={welcome.value}
              onInput={({ currentTarget }) => {
                welcome.value = currentTarget.value;
              }}
            />
          </label>
          {mayMail && (
            <label class="check">
              <input
                type="checkbox"
                checked={notifiesMe.value}
                onChange={({ currentTarget }) => {
                  notifiesMe.value = currentTarget.checked;
                }}
              />
              {cardWords.inviteTellsMe}
            </label>
          )}
        </details>
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        {link.value.invitation === JSON.stringify(invitation()) && (
          <div class="inline-form">
            <input class="field" readOnly aria-label={cardWords.inviteLink} value={link.value.url} />
            <button
              type="button"
              class="plain"
              onClick={() => {
                void copyText(link.value.url).then(() => {
                  app.showToast({ text: deferredWords.linkCopied });
                });
              }}
            >
              {words.copy}
            </button>
          </div>
        )}
        {(mayMail || mayLink) && <OnlyHere address={String(store.realm.value.realm_url)} />}
        <div class="form-actions">
          {mayMail && (
            <button type="submit" class="primary" disabled={addresses.value.trim() === "" || isBusy.value}>
              {cardWords.sendInvitations}
            </button>
          )}
          {mayLink && (
            <button
              type="button"
              class={mayMail ? "plain" : "primary"}
              disabled={isBusy.value}
              onClick={() => void makeLink()}
            >
              {cardWords.makeInviteLink}
            </button>
          )}
        </div>
      </form>
    </Overlay>
  );
};
