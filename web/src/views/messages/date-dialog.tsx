import { useSignal } from "@preact/signals";
import { firstMessageSince } from "../../api/first-message-since";
import { useApp } from "../../app/app";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { dateFieldValue } from "../pending/suggested-times";

interface Props {
  /** The initial day, as a Unix time in seconds. */
  readonly from: number;
  readonly onClose: () => void;
}

/** Goes to the first message of a day in the view behind it. */
export const DateDialog = ({ from, onClose }: Props) => {
  const app = useApp();
  const day = useSignal(dateFieldValue(from * 1000));
  const jump = async (): Promise<void> => {
    const at = app.location.peek();
    if (at.screen !== "narrow") return;
    const { narrow } = at;
    let near: number | undefined;
    // Without a time zone, it is local time.
    const finding = firstMessageSince(narrow, new Date(`${day.value}T00:00`), app.isSpectator).then((id) => {
      near = id;
    });
    if (!(await app.attempt(finding))) return;
    onClose();
    if (near !== undefined) app.go({ screen: "narrow", narrow, near });
  };
  return (
    <Overlay title={words.jumpToDate} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void jump();
        }}
      >
        <label>
          {deferredWords.date}
          <input
            class="field"
            type="date"
            required
            max={dateFieldValue(Date.now())}
            value={day.value}
            onInput={(event) => {
              day.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="form-actions">
          <button type="submit" class="primary">
            {deferredWords.jump}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {deferredWords.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
