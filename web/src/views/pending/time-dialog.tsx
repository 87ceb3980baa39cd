import { useSignal } from "@preact/signals";
import { millisecondsIn } from "../../../../src/domain/units/time";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { pendingWords } from "../../words/en-pending";
import { datetimeFieldValue } from "./suggested-times";

interface TimeProps {
  /** The initial time, in Unix milliseconds. */
  readonly start?: number | undefined;
  readonly choose: (at: number) => void;
  readonly onClose: () => void;
}

const soonest = 60_000;

/** Picks a time in the future. */
export const TimeDialog = ({ start, choose, onClose }: TimeProps) => {
  const value = useSignal(datetimeFieldValue(start ?? Date.now() + millisecondsIn.hour));
  const at = new Date(value.value).getTime();
  const isSoon = !(at > Date.now() + soonest);
  return (
    <Overlay title={words.sendLater} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isSoon) return;
          onClose();
          choose(at);
        }}
      >
        <label>
          {pendingWords.sendAt}
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
            {pendingWords.schedule}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
