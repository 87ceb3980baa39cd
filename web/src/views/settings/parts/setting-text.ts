import type { App } from "../../../app/app";
import { administrationWords } from "../../../words/en-channel-administration";
import { screenWords } from "../../../words/en-settings-screens";
import type { LabelledSetting, Value } from "./scope";

const listed = 4;

/** A permission as text: who has it. */
const groupText = (app: App, value: Value): string => {
  const { groups, people } = app.store;
  const nameOf = (id: number): string => {
    const name = groups.value.get(id)?.name ?? "";
    return screenWords.systemGroups[name] ?? name;
  };
  if (value === null || typeof value !== "object") return nameOf(Number(value));
  const names = [
    ...value.direct_subgroups.map(nameOf),
    ...value.direct_members.map((id) => people.value.users.get(id)?.full_name ?? ""),
  ];
  return names.length > listed
    ? screenWords.andMore(names.slice(0, listed), names.length - listed)
    : names.join(", ");
};

/** A retention period as text. */
const retentionText = (value: Value): string => {
  if (value === null) return administrationWords.asOrganization;
  return value === -1 ? administrationWords.forEver : administrationWords.forDays(Number(value));
};

/** A setting's value as text. */
export const valueText = (app: App, { setting, words }: LabelledSetting, value: Value): string => {
  if (setting.kind === "group") return groupText(app, value);
  if (setting.kind === "switch") return value === true ? screenWords.on : screenWords.off;
  const choice = words.choices?.[String(value)];
  if (choice !== undefined) return choice;
  if (setting.kind === "folder") return app.store.folders.value.get(Number(value))?.name ?? screenWords.none;
  if (setting.kind === "retention") return retentionText(value);
  if (setting.kind === "channel")
    return Number(value) > 0 ? `#${app.names.channelName(Number(value)) ?? ""}` : screenWords.none;
  if (setting.kind === "limit" && (value === null || value === -1)) return screenWords.noLimit;
  if (setting.kind === "limit" || setting.kind === "number") {
    const [unit, size] = words.unit ?? ["", 1];
    return `${(Number(value) / size).toLocaleString()} ${unit}`.trim();
  }
  return value === null || value === "" ? screenWords.nothing : String(value);
};
