import { changeSetting } from "../../api/requests";
import { type ChangeFilter, changeOrganization, changeUserDefaults } from "../../api/settings";
import type { GroupSetting } from "../../api/wire";
import type { Store } from "../../store/store";
import { organizationSettingWords, ownSettingWords } from "../../words/en-catalogue";
import { settings as organizationSettings } from "./catalogue/organization";
import { settings as ownSettings } from "./catalogue/own";
import { settingsElsewhere } from "./elsewhere";
import type { Setting, SettingGroups, SettingValue, SettingWords } from "./setting";

export type Value = SettingValue | GroupSetting;
export type Known = Pick<Store, "settings" | "realm" | "people" | "ownId" | "groups" | "channels">;

/** Whose settings are changed: one's own, the organization's, those that people begin with, a channel's, a group's. */
export interface Scope {
  readonly id: string;
  /** What is logged of it, where anything is. */
  readonly log?: ChangeFilter;
  readonly settings: readonly Setting[];
  /** By section. */
  readonly words: Readonly<Record<string, SettingGroups>>;
  value(store: Known, name: string): Value;
  /** What it is for whoever hasn't chosen. */
  fallback(store: Known, setting: Setting): Value;
  mayChange(store: Known, setting: Setting): boolean;
  /** Why the reader may not change it, where that isn't said once for all. */
  whyNot?(store: Known, setting: Setting): string | undefined;
  /** Choices that the reader may not choose, and why. */
  refused?(store: Known, setting: Setting): Readonly<Record<string, string>>;
  send(setting: Setting, value: Value, before: Value): Promise<unknown>;
}

export const roleOf = ({ people, ownId }: Pick<Known, "people" | "ownId">): number =>
  people.value.users.get(ownId)?.role ?? 600;
const owner = 100;
const administrator = 200;

export const isAdministrator = (store: Pick<Known, "people" | "ownId">): boolean =>
  roleOf(store) <= administrator;
export const isOwner = (store: Pick<Known, "people" | "ownId">): boolean => roleOf(store) === owner;

/** The id of a system group. */
export const systemGroup = ({ groups }: Pick<Store, "groups">, name: SettingValue): number | undefined =>
  [...groups.value.values()].find((group) => group.is_system_group && group.name === name)?.id;

/** A value as requests have it. */
export const wireValue = ({ name, kind }: Setting, value: Value, before: Value): unknown => {
  if (kind === "group") return { new: value, old: before };
  if (kind === "limit" && (value === null || value === -1)) return "unlimited";
  return name === "jitsi_server_url" && (value === "" || value === null) ? "default" : value;
};

const defaultsOf = ({ realm }: Known): Readonly<Record<string, Value>> =>
  (realm.value.realm_user_settings_defaults ?? {}) as Readonly<Record<string, Value>>;

export const ownScope: Scope = {
  id: "own",
  settings: ownSettings,
  words: ownSettingWords,
  value: ({ settings }, name) => settings.value[name] as Value,
  fallback: (store, { name, fallback, hasNoDefault }) =>
    hasNoDefault ? fallback : (defaultsOf(store)[name] ?? fallback),
  mayChange: () => true,
  send: ({ name }, value) => changeSetting(name, value),
};

export const organizationScope: Scope = {
  id: "organization",
  log: { kinds: ["realm_property_changed"] },
  settings: organizationSettings,
  words: organizationSettingWords,
  value: ({ realm }, name) => (realm.value[`realm_${name}`] ?? null) as Value,
  fallback: (store, { kind, fallback }) =>
    kind === "group" ? (systemGroup(store, fallback) ?? fallback) : fallback,
  mayChange: (store, { forOwners }) => (forOwners ? isOwner(store) : isAdministrator(store)),
  send: (setting, value, before) => changeOrganization({ [setting.name]: wireValue(setting, value, before) }),
};

export const defaultsScope: Scope = {
  id: "defaults",
  log: { kinds: ["realm_default_user_settings_changed"] },
  settings: ownSettings.filter(({ hasNoDefault }) => !hasNoDefault),
  words: ownSettingWords,
  value: (store, name) => defaultsOf(store)[name] ?? null,
  fallback: (_store, { fallback }) => fallback,
  mayChange: isAdministrator,
  send: ({ name }, value) => changeUserDefaults({ [name]: value }),
};

/** A setting with all that is said of it. */
export interface Drawn {
  readonly setting: Setting;
  readonly words: Exclude<SettingWords, string>;
}

export interface DrawnGroup {
  readonly title: string;
  readonly settings: readonly Drawn[];
}

const drawn = (setting: Setting, words: SettingWords): Drawn => ({
  setting,
  words: typeof words === "string" ? { label: words } : words,
});

/** What a section shows, group by group. */
export const groupsIn = ({ settings, words }: Scope, section: string): readonly DrawnGroup[] =>
  Object.entries(words[section] ?? {}).flatMap(([title, named]) => {
    const found = Object.entries(named).flatMap(([name, said]) => {
      const setting = settings.find((one) => one.name === name);
      return setting ? [drawn(setting, said)] : [];
    });
    return found.length > 0 ? [{ title, settings: found }] : [];
  });

/** A label for what nobody has given words yet. */
const spelled = (name: string): string => {
  const text = name.replace(/_group$/, "").replaceAll("_", " ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** Settings of the server's that have neither words nor a reason to be elsewhere: they are shown under their names. */
export const unplaced = ({ settings, words }: Scope): readonly Drawn[] => {
  const placed = new Set(
    Object.values(words).flatMap((groups) => Object.values(groups).flatMap((named) => Object.keys(named))),
  );
  return settings
    .filter(({ name }) => !placed.has(name) && !Object.hasOwn(settingsElsewhere, name))
    .map((setting) => drawn(setting, spelled(setting.name)));
};

const order = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join();

/** Whether two values are the same; an anonymous group is its members, in any order. */
export const isSame = (a: Value, b: Value): boolean => {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  return (
    order(a.direct_members) === order(b.direct_members) &&
    order(a.direct_subgroups) === order(b.direct_subgroups)
  );
};
