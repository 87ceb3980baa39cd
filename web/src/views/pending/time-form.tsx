import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { millisecondsIn } from "../../../../src/domain/units/time";
import { Overlay } from "../../ui/overlay";
import { deferredWords } from "../../words/en-deferred";
import { pendingWords } from "../../words/en-pending";
import { datetimeFieldValue } from "./suggested-times";

interface Props {
  readonly title: string;
  readonly timeLabel: string;
  readonly submitLabel: string;
  /** The initial time, in Unix milliseconds; an hour from now by default. */
  readonly start?: number | undefined;
  /** Whether times that are past can be chosen. */
  readonly mayBePast?: boolean;
  readonly choose: (at: number) => void;
  readonly onClose: () => void;
  /** Fields above the time. */
  readonly children?: ComponentChildren;
}

const soonest = 60_000;

/** A dialog with a form for a time; in the future, unless it may be past. */
export const TimeForm = (props: Props) => {
  const { title, timeLabel, submitLabel, start, mayBePast, choose, onClose, children } = props;
  const value = useSignal(datetimeFieldValue(start ?? Date.now() + millisecondsIn.hour));
  const at = new Date(value.value).getTime();
  const isSoon = !(mayBePast ? at > 0 : at > Date.now() + soonest);
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
            {...(!mayBePast && { min: datetimeFieldValue(Date.now()) })}
            value={value.value}
            onInput={(event) => {
              value.value = event.currentTarget.value;
            }}
          />
        </label>
        {isSoon && !mayBePast && <p class="problem">{pendingWords.tooSoon}</p>}
        <div class="form-actions">
          <button type="submit" class="primary" disabled={isSoon}>
            {submitLabel}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {deferredWords.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
