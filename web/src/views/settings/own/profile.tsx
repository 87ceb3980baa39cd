import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { changeSetting, removeAvatar, uploadAvatar } from "../../../api/requests";
import { fetchOwnProfile, type ProfileValues, setProfileValue } from "../../../api/settings";
import type { ProfileField } from "../../../api/wire";
import { useApp } from "../../../app";
import { Avatar } from "../../../ui/avatar";
import { words } from "../../../words/en";
import { cardWords } from "../../../words/en-cards";
import { screenWords } from "../../../words/en-screens";
import { PeopleField } from "../../compose/people-field";
import { ChangePicture } from "../change-picture";
import { Field, useDoing } from "../doing";
import { isAdministrator } from "../scope";

const Picture = () => {
  const app = useApp();
  const { run, problem, isBusy } = useDoing();
  const isFixed = app.store.realm.value.realm_avatar_changes_disabled === true && !isAdministrator(app.store);
  return (
    <div class="own-picture">
      <Avatar userId={app.store.ownId} size={80} />
      <div>
        {isFixed ? (
          <p class="soft">{screenWords.pictureFixed}</p>
        ) : (
          <ChangePicture
            isBusy={isBusy}
            onUpload={(file) => void run(() => uploadAvatar(file))}
            onRemove={() => void run(removeAvatar)}
          />
        )}
        {problem}
      </div>
    </div>
  );
};

const Name = () => {
  const app = useApp();
  const { run, problem } = useDoing();
  const user = app.store.people.value.users.get(app.store.ownId);
  const known = user?.full_name ?? "";
  const name = useSignal(known);
  const isFixed = app.store.realm.value.realm_name_changes_disabled === true && !isAdministrator(app.store);
  useEffect(() => {
    name.value = known;
  }, [known]);
  const save = async () => {
    const wanted = name.value.trim();
    if (!(await run(() => changeSetting("full_name", wanted)))) return;
    const undo = () => void app.attempt(changeSetting("full_name", known));
    app.toast.value = { text: screenWords.saved(cardWords.name), act: { label: words.undo, run: undo } };
  };
  return (
    <>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={cardWords.name}
          value={name.value}
          most={100}
          isDisabled={isFixed}
          onInput={(text) => {
            name.value = text;
          }}
          {...(isFixed && { hint: screenWords.nameFixed })}
        />
        {name.value.trim() !== known && (
          <button type="submit" class="primary" disabled={name.value.trim() === ""}>
            {words.save}
          </button>
        )}
      </form>
      {problem}
    </>
  );
};

const choicesOf = ({ type, field_data }: ProfileField): readonly (readonly [string, string])[] => {
  if (type !== 3) return [];
  const choices = JSON.parse(field_data || "{}") as Record<string, { text: string; order: string }>;
  return Object.entries(choices)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([value, { text }]) => [value, text]);
};

const types: Readonly<Record<number, "date" | "url">> = { 4: "date", 5: "url" };

/** A list of ids, as JSON has it. */
const idsIn = (value: string): readonly number[] => (value === "" ? [] : JSON.parse(value));

const OwnField = ({ field, value }: { readonly field: ProfileField; readonly value: string }) => {
  const app = useApp();
  const { run, problem } = useDoing();
  const saved = useSignal(value);
  const draft = useSignal(value);
  const people = useSignal(field.type === 6 ? idsIn(value) : []);
  const mayChange = field.editable_by_user || isAdministrator(app.store);
  const wanted =
    field.type === 6 ? (people.value.length > 0 ? JSON.stringify(people.value) : "") : draft.value;
  const send = (text: string) =>
    setProfileValue(field.id, field.type === 6 && text !== "" ? JSON.parse(text) : text);
  const put = (text: string) => {
    saved.value = text;
    draft.value = text;
    if (field.type === 6) people.value = idsIn(text);
  };
  const save = async (text: string) => {
    const before = saved.value;
    if (!(await run(() => send(text)))) return;
    put(text);
    const undo = () => void run(() => send(before)).then((isDone) => isDone && put(before));
    app.toast.value = { text: screenWords.saved(field.name), act: { label: words.undo, run: undo } };
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
      class={field.type === 2 ? "long-setting" : "inline-form"}
      onSubmit={(event) => {
        event.preventDefault();
        void save(wanted.trim());
      }}
    >
      {field.type === 6 ? (
        <div>
          <p class="soft about-setting">{field.name}</p>
          <PeopleField chosen={people} label={field.name} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noLabelWithoutControl: one of the controls is there
        <label>
          {field.name}
          {field.required && <span class="soft"> {screenWords.needed}</span>}
          {field.type === 2 && <textarea rows={3} dir="auto" {...shared} />}
          {field.type === 3 && (
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
          {field.type !== 2 && field.type !== 3 && (
            <input type={(types[field.type] ?? "text") as "text"} dir="auto" {...shared} />
          )}
          {field.hint !== "" && <span class="hint">{field.hint}</span>}
        </label>
      )}
      {wanted.trim() !== saved.value && field.type !== 3 && (
        <button type="submit" class="primary">
          {words.save}
        </button>
      )}
      {problem}
    </form>
  );
};

const Fields = () => {
  const { store } = useApp();
  const values = useSignal<ProfileValues | undefined>(undefined);
  const { run, problem } = useDoing();
  const fields = store.profileFields.value;
  useEffect(() => {
    if (fields.length > 0)
      void run(async () => {
        values.value = await fetchOwnProfile();
      });
  }, [fields.length]);
  if (fields.length === 0) return null;
  return (
    <section class="setting-group">
      <h2>{screenWords.aboutYou}</h2>
      {problem}
      {values.value !== undefined &&
        fields.map((field) => {
          const value: unknown = values.value?.[field.id]?.value ?? "";
          return (
            <OwnField
              key={field.id}
              field={field}
              value={typeof value === "string" ? value : JSON.stringify(value)}
            />
          );
        })}
    </section>
  );
};

/** What others see of oneself: picture, name, and what the organization asks for. */
export const Profile = () => (
  <>
    <Picture />
    <Name />
    <Fields />
  </>
);
