import { addProfileField, changeProfileField } from "../../../api/organization";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import { FieldType } from "../../../wire/numbers";
import type { ProfileField } from "../../../wire/wire";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { ConflictWarning } from "../parts/change-notices";
import { runAsOwnChange } from "../parts/foreign-changes";
import { justChanged } from "../parts/last-change";
import { OrderedList } from "../parts/ordered-list";
import { Field, useAction } from "../parts/use-action";
import { useMerged } from "../parts/use-merged";
import { useFieldChange } from "./field-change";
import {
  allFieldTypes,
  type Choice,
  draftLabels,
  draftOf,
  draftText,
  emptyField,
  type FieldDraft,
  fieldKey,
  termsOf,
  withChoice,
} from "./field-terms";

interface PartProps {
  readonly draft: FieldDraft;
  readonly put: (change: Partial<FieldDraft>) => void;
}

const Choices = ({ draft: { choices }, put }: PartProps) => {
  const nameOf = (choice: Choice) => choice.text || adminWords.choiceAt(choices.indexOf(choice) + 1);
  return (
    <fieldset>
      <legend>{adminWords.choices}</legend>
      <OrderedList
        items={choices}
        nameOf={nameOf}
        mayOrder
        isLocal
        onOrder={(ids) => put({ choices: ids.flatMap((id) => choices.find((one) => one.id === id) ?? []) })}
        draw={(choice) => (
          <>
            <input
              class="field channel-about"
              dir="auto"
              required
              aria-label={adminWords.choiceAt(choices.indexOf(choice) + 1)}
              value={choice.text}
              onInput={({ currentTarget: { value } }) =>
                put({ choices: choices.map((one) => (one.id === choice.id ? { ...one, text: value } : one)) })
              }
            />
            <button
              type="button"
              class="quiet"
              aria-label={words.remove(nameOf(choice))}
              onClick={() => put({ choices: choices.filter(({ id }) => id !== choice.id) })}
            >
              <AnyIcon name="close" />
            </button>
          </>
        )}
      />
      <button type="button" class="plain" onClick={() => put({ choices: withChoice(choices) })}>
        {adminWords.addChoice}
      </button>
    </fieldset>
  );
};

const Account = ({ draft, put }: PartProps) => {
  const { realm } = useApp().store;
  const known = (realm.value.realm_default_external_accounts ?? {}) as Readonly<
    Record<string, { readonly text: string }>
  >;
  return (
    <>
      <label>
        {adminWords.account}
        <select
          class="field"
          value={draft.account}
          onChange={({ currentTarget }) => put({ account: currentTarget.value })}
        >
          {Object.entries(known).map(([id, { text }]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
          <option value="custom">{adminWords.other}</option>
        </select>
      </label>
      {draft.account === "custom" && (
        <Field
          label={adminWords.accountPattern}
          hint={adminWords.accountPatternHint}
          value={draft.pattern}
          isRequired
          onInput={(pattern) => put({ pattern })}
        />
      )}
    </>
  );
};

const Facts = ({ draft, put }: PartProps) => {
  const facts = [
    ["isForUsers", adminWords.fieldForUsers],
    ["isRequired", adminWords.fieldRequired],
    ...(draft.type === FieldType.people ? [] : ([["isOnCard", adminWords.fieldOnCard]] as const)),
  ] as const;
  return facts.map(([name, label]) => (
    <label key={name} class="check">
      <input
        type="checkbox"
        checked={draft[name]}
        onChange={({ currentTarget }) => put({ [name]: currentTarget.checked })}
      />
      {label}
    </label>
  ));
};

interface FormProps {
  /** The one being edited; undefined for a new one. */
  readonly field?: ProfileField;
  readonly onDone: () => void;
}

export const ProfileFieldForm = ({ field, onDone }: FormProps) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const now = field === undefined ? emptyField : draftOf(field);
  const { draft, put, take, conflicting, begin } = useMerged(now);
  const notice = justChanged(app, useFieldChange(field));
  const { type, name, hint, account } = draft;
  const isKnownAccount = type === FieldType.account && account !== "custom";
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const save = async () => {
          const change = take();
          const terms = termsOf(draft);
          if (!field) await addProfileField(type, terms);
          else if (Object.keys(change).length > 0)
            await runAsOwnChange(fieldKey(field), () => changeProfileField(field.id, termsOf(now), terms));
        };
        if (!(await run(save))) return;
        if (!field) begin(emptyField);
        onDone();
      }}
    >
      {!field && (
        <label>
          {adminWords.fieldKind}
          <select
            class="field"
            value={String(type)}
            onChange={({ currentTarget: { value } }) => {
              const choices = Number(value) === FieldType.choice ? withChoice([]) : [];
              put({ type: Number(value), choices });
            }}
          >
            {allFieldTypes.map((one) => (
              <option key={one} value={String(one)}>
                {adminWords.fieldKinds[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      {type === FieldType.account && <Account draft={draft} put={put} />}
      {!isKnownAccount && (
        <div class="two-fields">
          <Field
            label={cardWords.name}
            value={name}
            maxLength={40}
            isRequired
            onInput={(text) => put({ name: text })}
          />
          <Field
            label={adminWords.fieldHint}
            value={hint}
            maxLength={80}
            onInput={(text) => put({ hint: text })}
          />
        </div>
      )}
      {type === FieldType.choice && <Choices draft={draft} put={put} />}
      <Facts draft={draft} put={put} />
      <ConflictWarning
        notice={notice}
        facts={conflicting.map((one) => [draftLabels[one], draftText(now, one)])}
      />
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {field ? deferredWords.save : deferredWords.add}
        </button>
        {field && (
          <button type="button" class="plain" onClick={onDone}>
            {deferredWords.cancel}
          </button>
        )}
      </div>
      {problem}
    </form>
  );
};
