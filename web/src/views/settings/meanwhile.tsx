import type { SettingChange } from "../../api/settings";
import { useApp } from "../../app";
import { screenWords } from "../../words/en-screens";
import { nameOf } from "./logged";
import { when } from "./when";

/** Who changed something last, and when, where that is known. */
export const LastChange = ({ change }: { readonly change: SettingChange | undefined }) => {
  const app = useApp();
  if (change === undefined) return null;
  return (
    <p class="soft about-setting">{screenWords.changedBy(nameOf(app, change), when(change.timestamp))}</p>
  );
};

interface ContestedProps {
  /** That somebody has just changed it, and who. */
  readonly said: string;
  /** What fields are now: their labels and values. */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** That somebody changed, while one writes, what one changes too. */
export const Contested = ({ said, facts }: ContestedProps) =>
  facts.length === 0 ? null : (
    <p class="meanwhile" role="status">
      {said} {facts.map(([label, value]) => screenWords.itIs(label, value)).join(" ")}
    </p>
  );

interface MeanwhileProps {
  readonly said: string;
  readonly before: string;
  /** Absent where the reader can't. */
  readonly putBack?: (() => void) | undefined;
}

/** That somebody has just changed something, what it was, and the way back. */
export const Meanwhile = ({ said, before, putBack }: MeanwhileProps) => (
  <p class="meanwhile" role="status">
    {said} {screenWords.itWas(before)}{" "}
    {putBack && (
      <button type="button" class="link" onClick={putBack}>
        {screenWords.putBack}
      </button>
    )}
  </p>
);
