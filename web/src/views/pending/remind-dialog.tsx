import { useSignal } from "@preact/signals";
import { addReminder, removeReminder } from "../../api/reminders";
import { useApp } from "../../app/app";
import { showWhile } from "../../app/show-while";
import { dateAndTime } from "../../ui/time";
import { deferredWords } from "../../words/en-deferred";
import { messageActionWords } from "../../words/en-message-actions";
import { reminderWords } from "../../words/en-reminders";
import { timesFrom, weekdayAndTime } from "./suggested-times";
import { TimeForm } from "./time-form";

/** Chooses when to be reminded of a message, and adds a note. */
export const RemindDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const app = useApp();
  const note = useSignal("");
  const remind = async (at: number) => {
    let reminder = 0;
    const doing = addReminder(id, Math.floor(at / 1000), note.value.trim()).then((newId) => {
      reminder = newId;
    });
    if (!(await app.attempt(doing))) return;
    onClose();
    const shown = {
      text: reminderWords.reminderSet(dateAndTime(at)),
      act: { label: deferredWords.undo, run: () => void app.attempt(removeReminder(reminder)) },
    };
    showWhile(app, shown, () => app.store.reminders.value.has(reminder));
  };
  return (
    <TimeForm
      title={messageActionWords.addReminder}
      timeLabel={reminderWords.remindAt}
      submitLabel={reminderWords.set}
      choose={(at) => void remind(at)}
      onClose={onClose}
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
            {deferredWords.times[name]}, {weekdayAndTime(at)}
          </button>
        ))}
      </div>
    </TimeForm>
  );
};
