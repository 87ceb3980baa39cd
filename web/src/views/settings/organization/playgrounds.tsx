import { useSignal } from "@preact/signals";
import { addPlayground, removePlayground } from "../../../api/organization";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import type { Playground } from "../../../wire/wire";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isAdministrator } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";

const NewPlayground = () => {
  const { run, problem, isBusy } = useAction();
  const [name, language, template] = [useSignal(""), useSignal(""), useSignal("")];
  const fields = [name, language, template];
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const add = () => addPlayground(name.value.trim(), language.value.trim(), template.value.trim());
        if (await run(add)) for (const field of fields) field.value = "";
      }}
    >
      <div class="two-fields">
        <Field
          label={cardWords.name}
          value={name.value}
          isRequired
          onInput={(text) => {
            name.value = text;
          }}
        />
        <Field
          label={adminWords.language}
          hint={adminWords.languageHint}
          value={language.value}
          maxLength={40}
          isRequired
          onInput={(text) => {
            language.value = text;
          }}
        />
      </div>
      <Field
        label={screenWords.template}
        hint={adminWords.playgroundHint}
        value={template.value}
        isRequired
        onInput={(text) => {
          template.value = text;
        }}
      />
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {deferredWords.add}
        </button>
      </div>
      {problem}
    </form>
  );
};

/** Code playgrounds: external sites that run code of a language. */
export const Playgrounds = () => {
  const app = useApp();
  const { run, problem } = useAction();
  const playgrounds = (app.store.realm.value.realm_playgrounds ?? []) as readonly Playground[];
  const mayChange = isAdministrator(app.store);
  const remove = async ({ id, name, pygments_language: language, url_template: template }: Playground) => {
    if (!(await run(() => removePlayground(id)))) return;
    const undo = () => void app.attempt(addPlayground(name, language, template));
    app.showToast({ text: screenWords.removed(name), act: { label: deferredWords.undo, run: undo } });
  };
  return (
    <>
      <p>{adminWords.playgroundsHint}</p>
      {mayChange ? <NewPlayground /> : <p class="soft">{screenWords.administratorsOnly}</p>}
      {playgrounds.length === 0 && <p class="soft">{adminWords.noPlaygrounds}</p>}
      <ul class="inbox-list">
        {playgrounds.map((one) => (
          <li key={one.id} class="channel-row">
            <div class="channel-about">
              <strong dir="auto">{one.name}</strong> {one.pygments_language}
              <p class="soft">{one.url_template}</p>
            </div>
            {mayChange && (
              <button
                type="button"
                class="quiet"
                aria-label={words.remove(one.name)}
                onClick={() => void remove(one)}
              >
                <AnyIcon name="trash" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem}
    </>
  );
};
