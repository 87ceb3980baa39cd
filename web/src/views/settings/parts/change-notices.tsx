import type { SettingChange } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { screenWords } from "../../../words/en-settings-screens";
import { nameOf } from "./last-change";
import { shortDateAndTime } from "./short-time";

/** Who last changed something, and when, if known. */
export const LastChange = ({ change }: { readonly change: SettingChange | undefined }) => {
  const app = useApp();
  if (change === undefined) return null;
  return (
    <p class="soft about-setting">
      {screenWords.changedBy(nameOf(app, change), shortDateAndTime(change.timestamp))}
    </p>
  );
};

interface ConflictWarningProps {
  /** A notice that somebody has just changed it, with their name. */
  readonly notice: string;
  /** The current values of fields, with labels. */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** A warning that somebody else has changed a field that the user is editing. */
export const ConflictWarning = ({ notice, facts }: ConflictWarningProps) =>
  facts.length === 0 ? null : (
    <p class="change-notice" role="status">
      {notice} {facts.map(([label, value]) => screenWords.currentValue(label, value)).join(" ")}
    </p>
  );

interface ChangeNoticeProps {
  readonly notice: string;
  readonly before: string;
  /** Undefined if the user can't change it. */
  readonly restoreValue?: (() => void) | undefined;
}

/** A notice that somebody has just changed something, with the old value and an undo. */
export const ChangeNotice = ({ notice, before, restoreValue }: ChangeNoticeProps) => (
  <p class="change-notice" role="status">
    {notice} {screenWords.previousValue(before)}{" "}
    {restoreValue && (
      <button type="button" class="link" onClick={restoreValue}>
        {screenWords.restoreValue}
      </button>
    )}
  </p>
);
