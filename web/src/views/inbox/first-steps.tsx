import { sendsMail } from "../../api/http";
import { useApp } from "../../app/app";
import type { Dialog } from "../../app/dialog";
import { AnyIcon, type AnyIconName } from "../../ui/any-icon";
import { deferredWords } from "../../words/en-deferred";
import { firstStepsWords } from "../../words/en-first-steps";

interface Step {
  readonly icon: AnyIconName;
  readonly label: string;
  readonly hint: string;
  readonly opens: Dialog;
}

const stepsNow = (): readonly Step[] => [
  {
    icon: "people",
    label: deferredWords.invite,
    hint: sendsMail() ? firstStepsWords.inviteHint : firstStepsWords.inviteLinkHint,
    opens: { kind: "invite" },
  },
  {
    icon: "hash",
    label: firstStepsWords.makeChannel,
    hint: firstStepsWords.makeHint,
    opens: { kind: "new-channel" },
  },
  {
    icon: "download",
    label: firstStepsWords.installApps,
    hint: firstStepsWords.installHint,
    opens: { kind: "apps" },
  },
];

/** First steps for the person who has just created the organization. */
export const FirstSteps = () => {
  const { dialog } = useApp();
  return (
    <section class="first-steps" aria-label={firstStepsWords.begin}>
      <h2 class="empty-title">{firstStepsWords.begin}</h2>
      <ol>
        {stepsNow().map(({ icon, label, hint, opens }) => (
          <li key={label}>
            <AnyIcon name={icon} />
            <div>
              <button
                type="button"
                class="primary"
                onClick={() => {
                  dialog.value = opens;
                }}
              >
                {label}
              </button>
              <p class="soft">{hint}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};
