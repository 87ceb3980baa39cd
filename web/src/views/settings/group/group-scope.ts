import { changeGroup } from "../../../api/administration";
import type { Group } from "../../../wire/wire";
import { groupSettingWords } from "../../../words/en-channel-administration-catalogue";
import { settings } from "../catalogue/group";
import { creatorGroup } from "../channel/channel-scope";
import { type Scope, type SettingsStore, systemGroup, type Value, wireValue } from "../parts/scope";
import { whyNotManage } from "./group-rights";

/** The settings of one group. */
export const groupScope = (id: number): Scope => {
  const groupIn = (store: SettingsStore): Group | undefined => store.groups.value.get(id);
  const whyNot = (store: SettingsStore): string | undefined => {
    const group = groupIn(store);
    return group && whyNotManage(store, group);
  };
  return {
    id: `group ${id}`,
    log: { kinds: ["user_group_changed"], target: { type: "user_group", id } },
    settings,
    words: groupSettingWords,
    value: (store, name) =>
      ((groupIn(store) as unknown as Readonly<Record<string, Value>> | undefined)?.[name] ?? null) as Value,
    fallback: (store, { kind, fallback }) => {
      if (kind !== "group") return fallback;
      if (fallback === "creator") return creatorGroup(store, groupIn(store)?.creator_id ?? null);
      return systemGroup(store, fallback) ?? fallback;
    },
    whyNot,
    mayChange: (store) => groupIn(store) !== undefined && whyNot(store) === undefined,
    send: (setting, value, before) => changeGroup(id, { [setting.name]: wireValue(setting, value, before) }),
  };
};
