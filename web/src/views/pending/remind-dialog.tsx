import { useSignal } from "@preact/signals";
import { millisecondsIn } from "../../../../src/domain/units/time";
import { addReminder, removeReminder } from "../../api/reminders";
import { useApp } from "../../app/app";
import { Overlay } from "../../ui/overlay";
import { dateAndTime, weekdayAndTime } from "../../ui/time";
import { words } from "../../words/en";
import { pendingWords } from "../../words/en-pending";
import { reminderWords } from "../../words/en-reminders";
import { datetimeFieldValue, timesFrom } from "./suggested-times";

const soonest = 60_000;

/** Chooses when to be reminded of a message, and adds a note. */
export const RemindDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const app = useApp();
  const note = useSignal("");
  const value = useSignal(datetimeFieldValue(Date.now() + millisecondsIn.hour));
  const chosen = new Date(value.value).getTime();
  const isSoon = !(chosen > Date.now() + soonest);
  const remind = async (at: number) => {
    let reminder = 0;
    const doing = addReminder(id, Math.floor(at / 1000), note.value.trim()).then((newId) => {
      reminder = newId;
    });
    if (!(await app.attempt(doing))) return;
    onClose();
    app.toast.value = {
      text: reminderWords.reminderSet(dateAndTime(at)),
      act: { label: words.undo, run: () => void app.attempt(removeReminder(reminder)) },
    };
  };
  return (
    <Overlay title={words.addReminder} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSoon) void remind(chosen);
        }}
      >
        <label>
          {reminderWords.note}
          <input
            class="field"
            dir="auto"
            maxLength={1000}
            value={note.value}
            onInput={(event) => {
              note.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="form-actions">
          {timesFrom(Date.now()).map(({ name, at }) => (
            <button key={name} type="button" class="plain" onClick={() => void remind(at)}>
              {words.times[name]}, {weekdayAndTime(at)}
            </button>
          ))}
        </div>
        <label>
          {reminderWords.remindAt}
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
            {reminderWords.set}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
