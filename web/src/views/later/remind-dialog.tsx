import { useSignal } from "@preact/signals";
import { addReminder, removeReminder } from "../../api/reminders";
import { useApp } from "../../app";
import { Overlay } from "../../ui/overlay";
import { shortly, whole } from "../../ui/time";
import { words } from "../../words/en";
import { laterWords } from "../../words/en-later";
import { inField, timesFrom } from "./times";

const soonest = 60_000;
const hour = 3_600_000;

/** Chooses when to be reminded of a message, and what of. */
export const RemindDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const app = useApp();
  const note = useSignal("");
  const value = useSignal(inField(Date.now() + hour));
  const chosen = new Date(value.value).getTime();
  const isSoon = !(chosen > Date.now() + soonest);
  const remind = async (at: number) => {
    let reminder = 0;
    const doing = addReminder(id, Math.floor(at / 1000), note.value.trim()).then((made) => {
      reminder = made;
    });
    if (!(await app.attempt(doing))) return;
    onClose();
    app.toast.value = {
      text: laterWords.reminderSet(whole(at)),
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
          {laterWords.note}
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
        <div class="form-acts">
          {timesFrom(Date.now()).map(({ name, at }) => (
            <button key={name} type="button" class="plain" onClick={() => void remind(at)}>
              {words.times[name]}, {shortly(at)}
            </button>
          ))}
        </div>
        <label>
          {laterWords.remindAt}
          <input
            class="field"
            type="datetime-local"
            min={inField(Date.now())}
            value={value.value}
            onInput={(event) => {
              value.value = event.currentTarget.value;
            }}
          />
        </label>
        {isSoon && <p class="problem">{words.tooSoon}</p>}
        <div class="form-acts">
          <button type="submit" class="primary" disabled={isSoon}>
            {laterWords.set}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
