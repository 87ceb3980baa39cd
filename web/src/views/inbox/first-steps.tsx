import { useApp } from "../../app";
import { Icon, type IconName } from "../../ui/icon";
import { words } from "../../words/en";
import { firstWords } from "../../words/en-first";
import type { Dialog } from "../dialog";

interface Step {
  readonly icon: IconName;
  readonly label: string;
  readonly hint: string;
  readonly opens: Dialog;
}

const steps: readonly Step[] = [
  { icon: "people", label: words.invite, hint: firstWords.inviteHint, opens: { kind: "invite" } },
  { icon: "hash", label: firstWords.makeChannel, hint: firstWords.makeHint, opens: { kind: "new-channel" } },
  { icon: "download", label: firstWords.installApps, hint: firstWords.installHint, opens: { kind: "apps" } },
];

/** Where whoever has just made an organization goes on. */
export const FirstSteps = () => {
  const { dialog } = useApp();
  return (
    <section class="first-steps" aria-label={firstWords.begin}>
      <h2 class="empty-title">{firstWords.begin}</h2>
      <ol>
        {steps.map(({ icon, label, hint, opens }) => (
          <li key={label}>
            <Icon name={icon} />
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
