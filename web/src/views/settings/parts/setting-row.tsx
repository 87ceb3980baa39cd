import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useApp } from "../../../app/app";
import { screenWords } from "../../../words/en-settings-screens";
import { change, isChangedByOthers, lastChange, mayKnowChanges } from "./change";
import { ChangeNotice } from "./change-notices";
import { Control, type ControlProps } from "./controls";
import { GroupPicker } from "./group-picker";
import { justChanged, loadChanges, nameOf } from "./last-change";
import { Retention } from "./retention";
import { isSame, type LabelledSetting, type Scope, type Value } from "./scope";
import { SentenceChoice } from "./sentence-choice";
import { valueText } from "./setting-text";
import { shortDateAndTime } from "./short-time";

interface SettingRowProps {
  readonly scope: Scope;
  readonly labelled: LabelledSetting;
  /** Whether the URL leads to this setting. */
  readonly isHighlighted: boolean;
}

/** The controls for some types of settings. */
const controls: Readonly<Record<string, ComponentType<ControlProps>>> = {
  group: GroupPicker,
  retention: Retention,
  sentence: SentenceChoice,
};

/** The value before somebody else changed it, while the view is open. */
const useForeignChange = (scope: Scope, name: string, value: Value, mayKnow: boolean) => {
  const last = useRef(value);
  const before = useSignal<Value | undefined>(undefined);
  useEffect(() => {
    if (isSame(last.current, value)) return;
    const was = last.current;
    last.current = value;
    const isOthers = isChangedByOthers(scope, name, value);
    if (!isOthers || !mayKnow) {
      before.value = isOthers ? was : undefined;
      return;
    }
    // The notice about the other person's change shows it.
    void loadChanges(scope).then(() => {
      before.value = was;
    });
  });
  return before;
};

/** A setting: control, description, default, last change and errors. */
export const SettingRow = ({ scope, labelled, isHighlighted }: SettingRowProps) => {
  const app = useApp();
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const problem = useSignal("");
  const { setting, words } = labelled;
  const value = scope.value(app.store, setting.name);
  const before = useForeignChange(scope, setting.name, value, mayKnowChanges(scope, app.store));
  const mayChange = scope.mayChange(app.store, setting);
  const fallback = scope.fallback(app.store, setting);
  const reason = scope.whyNot?.(app.store, setting);
  const entry = lastChange(scope, labelled);
  useEffect(() => {
    if (!isHighlighted) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [isHighlighted]);
  const save = async (next: Value, previous: Value = value) => {
    problem.value = (await change(app, scope, { labelled, value: next, previous })) ?? "";
    if (problem.value === "") before.value = undefined;
    return problem.value === "";
  };
  const facts = [
    ...(words.hint === undefined ? [] : [words.hint]),
    ...(setting.forOwners && !mayChange ? [screenWords.ownersOnly] : []),
    ...(reason === undefined ? [] : [reason]),
    ...(["text", "sentence"].includes(setting.kind)
      ? []
      : [screenWords.byDefault(valueText(app, labelled, fallback))]),
    ...(entry === undefined
      ? []
      : [screenWords.changedBy(nameOf(app, entry), shortDateAndTime(entry.timestamp))]),
  ];
  const shared = { labelled, value, save, isDisabled: !mayChange, describedBy: `${id}-about` };
  const View = controls[setting.kind] ?? Control;
  return (
    <div ref={row} class={isHighlighted ? "setting wanted" : "setting"} data-setting={setting.name}>
      <View {...shared} refused={scope.refused?.(app.store, setting) ?? {}} />
      <p id={`${id}-about`} class="soft about-setting">
        {facts.join(" · ")}
      </p>
      {before.value !== undefined && (
        <ChangeNotice
          notice={scope.id === "user" ? screenWords.justChangedElsewhere : justChanged(app, entry)}
          before={valueText(app, labelled, before.value)}
          restoreValue={mayChange ? () => void save(before.value as Value) : undefined}
        />
      )}
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  );
};
