import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { millisecondsIn } from "../../../../src/domain/units/time";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { pendingWords } from "../../words/en-pending";
import { datetimeFieldValue } from "./suggested-times";

interface Props {
  readonly title: string;
  readonly timeLabel: string;
  readonly submitLabel: string;
  /** The initial time, in Unix milliseconds; an hour from now by default. */
  readonly start?: number | undefined;
  readonly choose: (at: number) => void;
  readonly onClose: () => void;
  /** Fields above the time. */
  readonly children?: ComponentChildren;
}

const soonest = 60_000;

/** A dialog with a form for a time in the future. */
export const TimeForm = ({ title, timeLabel, submitLabel, start, choose, onClose, children }: Props) => {
  const value = useSignal(datetimeFieldValue(start ?? Date.now() + millisecondsIn.hour));
  const at = new Date(value.value).getTime();
  const isSoon = !(at > Date.now() + soonest);
  return (
    <Overlay title={title} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSoon) choose(at);
        }}
      >
        {children}
        <label>
          {timeLabel}
          <input
            class="field"
            type="datetime-local"
            min={datetimeFieldValue(Date.now())}
            value={value.value}
            onInput={(event) => {
              value.value = event.currentTarget.value;
            }}
          />
        </label>
        {isSoon && <p class="problem">{pendingWords.tooSoon}</p>}
        <div class="form-actions">
          <button type="submit" class="primary" disabled={isSoon}>
            {submitLabel}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
