import { changeProfileField, orderProfileFields, removeProfileField } from "../../../api/organization";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import type { ProfileField } from "../../../wire/wire";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { EditableRow } from "../parts/editable-row";
import { runAsOwnChange, usePreviousValue } from "../parts/foreign-changes";
import { OrderedList } from "../parts/ordered-list";
import { isAdministrator } from "../parts/scope";
import { useAction } from "../parts/use-action";
import { useReorder } from "../parts/use-reorder";
import { useFieldChange } from "./field-change";
import { draftOf, fieldKey, fieldText, termsOf } from "./field-terms";
import { ProfileFieldForm } from "./profile-field-form";

const Row = ({ field, mayChange }: { readonly field: ProfileField; readonly mayChange: boolean }) => {
  const app = useApp();
  const { run, problem } = useAction();
  const { id, name } = field;
  const change = useFieldChange(field);
  const before = usePreviousValue(fieldKey(field), field, (one) => JSON.stringify(draftOf(one)));
  const restoreValue = async (was: ProfileField) => {
    const put = () => changeProfileField(id, termsOf(draftOf(field)), termsOf(draftOf(was)));
    if (await run(() => runAsOwnChange(fieldKey(field), put))) before.value = undefined;
  };
  const askToRemove = () => {
    app.dialog.value = {
      kind: "confirm",
      text: adminWords.fieldRemoveQuestion(name),
      label: words.remove(name),
      run: () => void run(() => removeProfileField(id)),
    };
  };
  return (
    <EditableRow
      name={name}
      about={
        <>
          <strong dir="auto">{name}</strong>
          <p class="soft">{fieldText(field)}</p>
        </>
      }
      change={change}
      before={before}
      textOf={(was) => `${was.name}: ${fieldText(was)}`}
      mayChange={mayChange}
      onRestore={(was) => void restoreValue(was)}
      problem={problem}
      form={(onDone) => <ProfileFieldForm field={field} onDone={onDone} />}
      actions={
        <button type="button" class="quiet" aria-label={words.remove(name)} onClick={askToRemove}>
          <AnyIcon name="trash" />
        </button>
      }
    />
  );
};

/** Custom profile fields, in order. */
export const ProfileFields = () => {
  const { store } = useApp();
  const fields = store.profileFields.value;
  const mayChange = isAdministrator(store);
  const { reorder, problem } = useReorder(
    () => store.profileFields.peek().map(({ id }) => id),
    orderProfileFields,
  );
  return (
    <>
      <p>{adminWords.fieldsHint}</p>
      {mayChange ? (
        <details class="unfolding">
          <summary>{adminWords.addField}</summary>
          <ProfileFieldForm onDone={() => undefined} />
        </details>
      ) : (
        <p class="soft">{screenWords.administratorsOnly}</p>
      )}
      {fields.length === 0 && <p class="soft">{adminWords.noFields}</p>}
      <OrderedList
        items={fields}
        nameOf={({ name }) => name}
        mayOrder={mayChange}
        onOrder={reorder}
        draw={(field) => <Row field={field} mayChange={mayChange} />}
      />
      {problem}
    </>
  );
};
