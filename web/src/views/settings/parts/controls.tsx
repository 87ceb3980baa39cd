import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../../app/app";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { activeFolders, archivedFolders } from "./folder-order";
import type { LabelledSetting, Value } from "./scope";

export interface ControlProps {
  readonly labelled: LabelledSetting;
  readonly value: Value;
  /** Saves a value over the one that the user saw; resolves to whether it worked. */
  readonly save: (wanted: Value, previous?: Value) => Promise<boolean>;
  readonly isDisabled: boolean;
  readonly describedBy: string;
  /** The options that can't be chosen, with reasons. */
  readonly refused?: Readonly<Record<string, string>>;
}

const Switch = ({ labelled, value, save, isDisabled, describedBy }: ControlProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={value === true}
      disabled={isDisabled}
      aria-describedby={describedBy}
      onChange={async ({ currentTarget }) => {
        // It keeps its value until the server has agreed.
        if (!(await save(currentTarget.checked))) currentTarget.checked = value === true;
      }}
    />
    {labelled.words.label}
  </label>
);

/** The options with their labels. */
const useChoices = (
  { setting, words }: LabelledSetting,
  value: Value,
): readonly (readonly [Value, string])[] => {
  const { store } = useApp();
  const nameOf = (choice: Value) => words.choices?.[String(choice)] ?? String(choice);
  if (setting.kind === "folder") {
    // Always includes the current folder, even an archived one.
    const archived = archivedFolders(store.folders.value).filter(({ id }) => id === value);
    const folders = [...activeFolders(store.folders.value), ...archived];
    return [[null, screenWords.none], ...folders.map(({ id, name }): readonly [Value, string] => [id, name])];
  }
  if (setting.kind !== "channel") {
    const offered = store.realm.value.realm_available_video_chat_providers as object | undefined;
    const ids = Object.values(offered ?? {}).map(({ id }) => id);
    const isOffered = (one: Value) =>
      setting.name !== "video_chat_provider" || one === value || ids.includes(one);
    return (setting.choices ?? []).filter(isOffered).map((one) => [one, nameOf(one)]);
  }
  const channels = [...store.channels.value.known.values()]
    .filter(({ is_archived, stream_id }) => !is_archived || stream_id === value)
    .sort((a, b) => a.name.localeCompare(b.name));
  return [
    [-1, words.choices?.["-1"] ?? screenWords.none],
    ...channels.map(({ stream_id, name }): readonly [Value, string] => [stream_id, `#${name}`]),
  ];
};

const Choice = ({ labelled, value, save, isDisabled, describedBy }: ControlProps) => {
  const choices = useChoices(labelled, value);
  return (
    <label>
      {labelled.words.label}
      <select
        class="field"
        value={String(value)}
        disabled={isDisabled}
        aria-describedby={describedBy}
        onChange={async ({ currentTarget }) => {
          const wanted = choices.find(([one]) => String(one) === currentTarget.value)?.[0];
          if (wanted !== undefined && !(await save(wanted))) currentTarget.value = String(value);
        }}
      >
        {choices.map(([one, label]) => (
          <option key={String(one)} value={String(one)}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
};

/** A field with a draft: saved on request, over the value from when editing began. */
const useDraft = (value: Value, show: (value: Value) => string, save: ControlProps["save"]) => {
  const draft = useSignal(show(value));
  const previous = useSignal(value);
  const isChanged = draft.value !== show(previous.value);
  useEffect(() => {
    if (isChanged) return;
    draft.value = show(value);
    previous.value = value;
  }, [value]);
  return {
    draft,
    isChanged,
    discard: () => {
      draft.value = show(value);
      previous.value = value;
    },
    submit: async (wanted: Value) => {
      const base = previous.value;
      // After a conflict the user sees the new value and can save again.
      previous.value = value;
      if (await save(wanted, base)) {
        previous.value = wanted;
        draft.value = show(wanted);
      }
    },
  };
};

const Acts = ({ isChanged, discard }: { readonly isChanged: boolean; readonly discard: () => void }) =>
  isChanged ? (
    <>
      <button type="submit" class="primary">
        {deferredWords.save}
      </button>
      <button type="button" class="plain" onClick={discard}>
        {deferredWords.cancel}
      </button>
    </>
  ) : null;

const manyLines = 200;

const Text = ({ labelled, value, save, isDisabled, describedBy }: ControlProps) => {
  const { draft, isChanged, discard, submit } = useDraft(value, (one) => String(one ?? ""), save);
  const { setting, words } = labelled;
  const isLong = (setting.most ?? 0) > manyLines || setting.name.endsWith("_text");
  const shared = {
    class: "field",
    dir: "auto" as const,
    value: draft.value,
    disabled: isDisabled,
    "aria-describedby": describedBy,
    ...(setting.most !== undefined && { maxLength: setting.most }),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      draft.value = currentTarget.value;
    },
  };
  return (
    <form
      class={isLong ? "long-setting" : "inline-form"}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void submit(draft.value.trim());
      }}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: one of the controls is there */}
      <label>
        {words.label}
        {isLong ? <textarea rows={3} {...shared} /> : <input {...shared} />}
      </label>
      <Acts isChanged={isChanged} discard={discard} />
    </form>
  );
};

const isNone = (value: Value): boolean => value === null || value === -1;

const Amount = ({ labelled, value, save, isDisabled, describedBy }: ControlProps) => {
  const { setting, words } = labelled;
  const [unit, size] = words.unit ?? ["", 1];
  const show = (one: Value) => (isNone(one) ? "" : String(Number(one) / size));
  const { draft, isChanged, discard, submit } = useDraft(value, show, save);
  const hasLimit = setting.kind === "limit";
  return (
    <form
      class="amount"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && draft.value !== "") void submit(Math.round(Number(draft.value) * size));
      }}
    >
      <label>
        {words.label}
        <span class="with-unit">
          <input
            class="field"
            type="number"
            required
            step={size > 1 ? "any" : 1}
            min={setting.least === undefined ? (hasLimit ? 1 / size : 0) : setting.least / size}
            {...(setting.most !== undefined && { max: setting.most / size })}
            value={draft.value}
            disabled={isDisabled}
            aria-describedby={describedBy}
            onInput={({ currentTarget }) => {
              draft.value = currentTarget.value;
            }}
          />
          {unit}
        </span>
      </label>
      <Acts isChanged={isChanged} discard={discard} />
      {hasLimit && (
        <label class="check">
          <input
            type="checkbox"
            checked={isNone(value)}
            disabled={isDisabled || isNone(value)}
            aria-label={screenWords.noLimitOf(words.label)}
            onChange={async ({ currentTarget }) => {
              if (!(await save(setting.name === "message_retention_days" ? -1 : null)))
                currentTarget.checked = isNone(value);
            }}
          />
          {screenWords.noLimit}
        </label>
      )}
    </form>
  );
};

/** The control that matches a setting's type. */
export const Control = (props: ControlProps) => {
  const { setting, words } = props.labelled;
  if (setting.kind === "switch") return <Switch {...props} />;
  if (["choice", "channel", "folder"].includes(setting.kind)) return <Choice {...props} />;
  if (setting.kind === "number" || setting.kind === "limit") return <Amount {...props} />;
  return words.choices ? <Choice {...props} /> : <Text {...props} />;
};
