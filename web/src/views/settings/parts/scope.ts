import { changeSetting } from "../../../api/requests";
import { type ChangeFilter, changeOrganization, changeUserDefaults } from "../../../api/settings";
import type { Store } from "../../../store/store";
import { UserRole } from "../../../wire/numbers";
import type { GroupSetting } from "../../../wire/wire";
import { organizationSettingWords, userSettingWords } from "../../../words/en-catalogue";
import type { SettingGroups, SettingWords } from "../../../words/setting-words";
import { settings as organizationSettings } from "../catalogue/organization";
import type { Setting, SettingValue } from "../catalogue/setting";
import { settings as userSettings } from "../catalogue/user";
import { settingsElsewhere } from "./settings-elsewhere";

export type Value = SettingValue | GroupSetting;
export type SettingsStore = Pick<Store, "settings" | "realm" | "people" | "ownId" | "groups" | "channels">;

/** A set of settings: the user's own, the organization's, the defaults for new members, a channel's or a group's. */
export interface Scope {
  readonly id: string;
  /** What its changes are logged under, if they are. */
  readonly log?: ChangeFilter;
  readonly settings: readonly Setting[];
  /** By section. */
  readonly words: Readonly<Record<string, SettingGroups>>;
  value(store: SettingsStore, name: string): Value;
  /** The default value. */
  fallback(store: SettingsStore, setting: Setting): Value;
  mayChange(store: SettingsStore, setting: Setting): boolean;
  /** Why the user can't change it, unless the page says so once for all settings. */
  whyNot?(store: SettingsStore, setting: Setting): string | undefined;
  /** The options that the user can't choose, with reasons. */
  refused?(store: SettingsStore, setting: Setting): Readonly<Record<string, string>>;
  send(setting: Setting, value: Value, before: Value): Promise<unknown>;
}

export const roleOf = ({ people, ownId }: Pick<SettingsStore, "people" | "ownId">): number =>
  people.value.users.get(ownId)?.role ?? UserRole.guest;

export const isAdministrator = (store: Pick<SettingsStore, "people" | "ownId">): boolean =>
  roleOf(store) <= UserRole.administrator;
export const isOwner = (store: Pick<SettingsStore, "people" | "ownId">): boolean =>
  roleOf(store) === UserRole.owner;

/** The id of a system group. */
export const systemGroup = ({ groups }: Pick<Store, "groups">, name: SettingValue): number | undefined =>
  [...groups.value.values()].find((group) => group.is_system_group && group.name === name)?.id;

/** A value as a request field. */
export const wireValue = ({ name, kind }: Setting, value: Value, before: Value): unknown => {
  if (kind === "group") return { new: value, old: before };
  if (kind === "limit" && (value === null || value === -1)) return "unlimited";
  return name === "jitsi_server_url" && (value === "" || value === null) ? "default" : value;
};

const defaultsOf = ({ realm }: SettingsStore): Readonly<Record<string, Value>> =>
  (realm.value.realm_user_settings_defaults ?? {}) as Readonly<Record<string, Value>>;

export const userScope: Scope = {
  id: "user",
  settings: userSettings,
  words: userSettingWords,
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
  settings: userSettings.filter(({ hasNoDefault }: Setting) => !hasNoDefault),
  words: userSettingWords,
  value: (store, name) => defaultsOf(store)[name] ?? null,
  fallback: (_store, { fallback }) => fallback,
  mayChange: isAdministrator,
  send: ({ name }, value) => changeUserDefaults({ [name]: value }),
};

/** A setting with everything shown about it. */
export interface LabelledSetting {
  readonly setting: Setting;
  readonly words: Exclude<SettingWords, string>;
}

export interface LabelledGroup {
  readonly title: string;
  readonly settings: readonly LabelledSetting[];
}

const labelled = (setting: Setting, words: SettingWords): LabelledSetting => ({
  setting,
  words: typeof words === "string" ? { label: words } : words,
});

/** A section's settings, group by group. */
export const groupsIn = ({ settings, words }: Scope, section: string): readonly LabelledGroup[] =>
  Object.entries(words[section] ?? {}).flatMap(([title, named]) => {
    const found = Object.entries(named).flatMap(([name, text]) => {
      const setting = settings.find((one) => one.name === name);
      return setting ? [labelled(setting, text)] : [];
    });
    return found.length > 0 ? [{ title, settings: found }] : [];
  });

/** A label for a setting without text. */
const spelled = (name: string): string => {
  const text = name.replace(/_group$/, "").replaceAll("_", " ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** Server settings that have neither text nor an entry in `settingsElsewhere`: shown under their API names. */
export const unplaced = ({ settings, words }: Scope): readonly LabelledSetting[] => {
  const placed = new Set(
    Object.values(words).flatMap((groups) => Object.values(groups).flatMap((named) => Object.keys(named))),
  );
  return settings
    .filter(({ name }) => !placed.has(name) && !Object.hasOwn(settingsElsewhere, name))
    .map((setting) => labelled(setting, spelled(setting.name)));
};

const order = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join();

/** Whether two values are equal; anonymous groups compare in any order. */
export const isSame = (a: Value, b: Value): boolean => {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  return (
    order(a.direct_members) === order(b.direct_members) &&
    order(a.direct_subgroups) === order(b.direct_subgroups)
  );
};
