import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useApp } from "../../app";
import { screenWords } from "../../words/en-screens";
import { change, isForeign, lastChange, mayKnowChanges } from "./change";
import { Control, type ControlProps } from "./controls";
import { GroupPicker } from "./group-picker";
import { justChanged, loadChanges, nameOf } from "./logged";
import { Meanwhile } from "./meanwhile";
import { Retention } from "./retention";
import { type Drawn, isSame, type Scope, type Value } from "./scope";
import { Sentences } from "./sentences";
import { valueText } from "./setting-text";
import { when } from "./when";

interface SettingRowProps {
  readonly scope: Scope;
  readonly drawn: Drawn;
  /** Whether an address led here. */
  readonly isWanted: boolean;
}

/** What some kinds of settings are changed with. */
const controls: Readonly<Record<string, ComponentType<ControlProps>>> = {
  group: GroupPicker,
  retention: Retention,
  sentence: Sentences,
};

/** What a setting was before somebody else changed it, while it is shown. */
const useForeignChange = (scope: Scope, name: string, value: Value, mayKnow: boolean) => {
  const last = useRef(value);
  const before = useSignal<Value | undefined>(undefined);
  useEffect(() => {
    if (isSame(last.current, value)) return;
    const was = last.current;
    last.current = value;
    const isOthers = isForeign(scope, name, value);
    if (!isOthers || !mayKnow) {
      before.value = isOthers ? was : undefined;
      return;
    }
    // It is said with whose change it is.
    void loadChanges(scope).then(() => {
      before.value = was;
    });
  });
  return before;
};

/** One setting: its control, what it means, its default, who changed it last, and what went wrong. */
export const SettingRow = ({ scope, drawn, isWanted }: SettingRowProps) => {
  const app = useApp();
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const problem = useSignal("");
  const { setting, words } = drawn;
  const value = scope.value(app.store, setting.name);
  const before = useForeignChange(scope, setting.name, value, mayKnowChanges(scope, app.store));
  const mayChange = scope.mayChange(app.store, setting);
  const fallback = scope.fallback(app.store, setting);
  const reason = scope.whyNot?.(app.store, setting);
  const entry = lastChange(scope, drawn);
  useEffect(() => {
    if (!isWanted) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [isWanted]);
  const save = async (wanted: Value, seen: Value = value) => {
    problem.value = (await change(app, scope, { drawn, value: wanted, seen })) ?? "";
    if (problem.value === "") before.value = undefined;
    return problem.value === "";
  };
  const facts = [
    ...(words.hint === undefined ? [] : [words.hint]),
    ...(setting.forOwners && !mayChange ? [screenWords.ownersOnly] : []),
    ...(reason === undefined ? [] : [reason]),
    ...(["text", "sentence"].includes(setting.kind)
      ? []
      : [screenWords.byDefault(valueText(app, drawn, fallback))]),
    ...(entry === undefined ? [] : [screenWords.changedBy(nameOf(app, entry), when(entry.timestamp))]),
  ];
  const shared = { drawn, value, save, isDisabled: !mayChange, describedBy: `${id}-about` };
  const View = controls[setting.kind] ?? Control;
  return (
    <div ref={row} class={isWanted ? "setting wanted" : "setting"} data-setting={setting.name}>
      <View {...shared} refused={scope.refused?.(app.store, setting) ?? {}} />
      <p id={`${id}-about`} class="soft about-setting">
        {facts.join(" · ")}
      </p>
      {before.value !== undefined && (
        <Meanwhile
          said={scope.id === "own" ? screenWords.justChangedElsewhere : justChanged(app, entry)}
          before={valueText(app, drawn, before.value)}
          putBack={mayChange ? () => void save(before.value as Value) : undefined}
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
