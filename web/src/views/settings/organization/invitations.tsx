import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { sendsMail } from "../../../api/http";
import {
  fetchInvitations,
  type OpenInvitation,
  resendInvitation,
  revokeInvitation,
} from "../../../api/settings";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import { copyText } from "../../../ui/clipboard";
import { words } from "../../../words/en";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { shortDateAndTime } from "../parts/short-time";
import { useAction } from "../parts/use-action";

const Row = ({
  invitation,
  load,
}: {
  readonly invitation: OpenInvitation;
  readonly load: () => Promise<void>;
}) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const { id, email, link_url: link, expiry_date: end, invited, invited_by_user_id: by } = invitation;
  const name = email ?? screenWords.linkOf(shortDateAndTime(invited));
  return (
    <li class="channel-row">
      <div class="channel-about">
        <strong>{name}</strong>
        <p class="soft">
          {screenWords.invitationFacts(
            deferredWords.roles[String(invitation.invited_as)] ?? "",
            app.names.userName(by) ?? words.somebody,
            end === null ? undefined : shortDateAndTime(end),
          )}
        </p>
        {problem}
      </div>
      {link === undefined ? (
        <button
          type="button"
          class="plain"
          disabled={isBusy || !sendsMail()}
          aria-label={screenWords.resendTo(name)}
          onClick={() =>
            void run(() => resendInvitation(id)).then((isDone) => {
              if (isDone) app.showToast({ text: cardWords.invited });
            })
          }
        >
          {screenWords.resend}
        </button>
      ) : (
        <button
          type="button"
          class="plain"
          aria-label={`${words.copy}: ${name}`}
          onClick={() => {
            void copyText(link).then(() => {
              app.showToast({ text: deferredWords.linkCopied });
            });
          }}
        >
          {words.copy}
        </button>
      )}
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        aria-label={screenWords.revokeOf(name)}
        title={screenWords.revokeOf(name)}
        onClick={() => {
          app.dialog.value = {
            kind: "confirm",
            text: screenWords.revokeQuestion(name),
            label: screenWords.revoke,
            run: () => void run(() => revokeInvitation(invitation)).then(load),
          };
        }}
      >
        <AnyIcon name="trash" />
      </button>
    </li>
  );
};

/** Open invitations, and a button for new ones. */
export const Invitations = () => {
  const app = useApp();
  const { run, problem } = useAction();
  const invitations = useSignal<readonly OpenInvitation[] | undefined>(undefined);
  const load = async () => {
    await run(async () => {
      invitations.value = await fetchInvitations();
    });
  };
  const changes = app.store.invitations.value;
  // The list changes whenever somebody invites, joins or revokes.
  useEffect(() => void load(), [changes]);
  return (
    <>
      <div>
        <button
          type="button"
          class="primary"
          onClick={() => {
            app.dialog.value = { kind: "invite" };
          }}
        >
          {deferredWords.invite}
        </button>
      </div>
      {!sendsMail() && <p class="soft">{cardWords.noMail}</p>}
      {problem}
      {invitations.value?.length === 0 && <p class="soft">{screenWords.noInvitations}</p>}
      <ul class="inbox-list">
        {invitations.value?.map((one) => (
          <Row key={`${one.is_multiuse} ${one.id}`} invitation={one} load={load} />
        ))}
      </ul>
    </>
  );
};
