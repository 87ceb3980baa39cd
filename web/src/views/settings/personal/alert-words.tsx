import { useSignal } from "@preact/signals";
import { addAlertWord, removeAlertWord } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import { words } from "../../../words/en";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { Field, useAction } from "../parts/use-action";

/** The user's alert words. */
export const AlertWords = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const word = useSignal("");
  const remove = async (one: string) => {
    if (!(await run(() => removeAlertWord(one)))) return;
    const undo = () => void app.attempt(addAlertWord(one));
    app.showToast({ text: screenWords.removed(one), act: { label: deferredWords.undo, run: undo } });
  };
  return (
    <>
      <p>{screenWords.alertWordsHint}</p>
      <form
        class="inline-form"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await run(() => addAlertWord(word.value.trim()))) word.value = "";
        }}
      >
        <Field
          label={screenWords.newWord}
          value={word.value}
          maxLength={100}
          isRequired
          onInput={(text) => {
            word.value = text;
          }}
        />
        <button type="submit" class="primary" disabled={isBusy || word.value.trim() === ""}>
          {deferredWords.add}
        </button>
      </form>
      {problem}
      {app.store.alertWords.value.length === 0 && <p class="soft">{screenWords.noWords}</p>}
      <ul class="inbox-list">
        {app.store.alertWords.value.map((one) => (
          <li key={one} class="channel-row">
            <span class="inbox-name" dir="auto">
              {one}
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={words.remove(one)}
              onClick={() => void remove(one)}
            >
              <AnyIcon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
