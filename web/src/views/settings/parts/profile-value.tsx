import { useSignal } from "@preact/signals";
import { useApp } from "../../../app/app";
import { FieldType } from "../../../wire/numbers";
import type { ProfileField } from "../../../wire/wire";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { choicesOf } from "../../cards/profile-text";
import { PeopleField } from "../../compose/people-field";
import { isAdministrator } from "./scope";
import { useAction } from "./use-action";

const inputTypes: Readonly<Record<number, "date" | "url">> = {
  [FieldType.date]: "date",
  [FieldType.link]: "url",
};

/** A list of ids, from JSON. */
const idsIn = (value: string): readonly number[] => (value === "" ? [] : JSON.parse(value));

interface ProfileValueProps {
  readonly field: ProfileField;
  readonly value: string;
  /** An empty value clears the field. */
  readonly set: (value: string | readonly number[]) => Promise<unknown>;
}

/** The control for the value of a profile field. */
export const ProfileValue = ({ field, value, set }: ProfileValueProps) => {
  const app = useApp();
  const { run, problem } = useAction();
  const saved = useSignal(value);
  const draft = useSignal(value);
  const people = useSignal(field.type === FieldType.people ? idsIn(value) : []);
  const mayChange = field.editable_by_user || isAdministrator(app.store);
  const wanted =
    field.type === FieldType.people
      ? people.value.length > 0
        ? JSON.stringify(people.value)
        : ""
      : draft.value;
  const send = (text: string) => set(field.type === FieldType.people && text !== "" ? idsIn(text) : text);
  const put = (text: string) => {
    saved.value = text;
    draft.value = text;
    if (field.type === FieldType.people) people.value = idsIn(text);
  };
  const save = async (text: string) => {
    const before = saved.value;
    if (!(await run(() => send(text)))) return;
    put(text);
    const undo = () => void run(() => send(before)).then((isDone) => isDone && put(before));
    app.showToast({
      text: screenWords.saved(field.name),
      about: `field ${field.id}`,
      act: { label: deferredWords.undo, run: undo },
    });
  };
  const shared = {
    class: "field",
    disabled: !mayChange,
    value: draft.value,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      draft.value = currentTarget.value;
    },
  };
  return (
    <form
      class={field.type === FieldType.longText ? "long-setting" : "inline-form"}
      onSubmit={(event) => {
        event.preventDefault();
        void save(wanted.trim());
      }}
    >
      {field.type === FieldType.people ? (
        <div>
          <p class="soft about-setting">{field.name}</p>
          <PeopleField chosen={people} label={field.name} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noLabelWithoutControl: one of the controls is there
        <label>
          {field.name}
          {field.required && <span class="soft"> {screenWords.needed}</span>}
          {field.type === FieldType.longText && <textarea rows={3} dir="auto" {...shared} />}
          {field.type === FieldType.choice && (
            <select
              class="field"
              disabled={!mayChange}
              value={draft.value}
              onChange={({ currentTarget }) => void save(currentTarget.value)}
            >
              <option value="">{screenWords.none}</option>
              {choicesOf(field).map(([one, label]) => (
                <option key={one} value={one}>
                  {label}
                </option>
              ))}
            </select>
          )}
          {field.type !== FieldType.longText && field.type !== FieldType.choice && (
            <input type={(inputTypes[field.type] ?? "text") as "text"} dir="auto" {...shared} />
          )}
          {field.hint !== "" && <span class="hint">{field.hint}</span>}
        </label>
      )}
      {wanted.trim() !== saved.value && field.type !== FieldType.choice && (
        <button type="submit" class="primary">
          {deferredWords.save}
        </button>
      )}
      {problem}
    </form>
  );
};
