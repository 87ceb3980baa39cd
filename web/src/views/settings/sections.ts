import { channelParts, type Location } from "../../app/location";
import type { Store } from "../../store/store";
import { matchRank } from "../../ui/ranking";
import { administrationWords } from "../../words/en-channel-administration";
import { deferredWords } from "../../words/en-deferred";
import { screenWords } from "../../words/en-settings-screens";
import { mayInvite } from "../channels/may-invite";
import { channelScope } from "./channel/channel-scope";
import { userDefinedGroups } from "./parts/group-members";
import {
  groupsIn,
  isAdministrator,
  isOwner,
  organizationScope,
  type Scope,
  unplaced,
  userScope,
} from "./parts/scope";

export type Area = "settings" | "organization";

export interface Section {
  readonly area: Area;
  readonly id: string;
  readonly title: string;
  /** Additional search terms. */
  readonly about: string;
  readonly isFor?: (store: Store) => boolean;
}

const hasMore = (scope: Scope) => (): boolean => unplaced(scope).length > 0;

const section = (
  area: Area,
  id: keyof typeof screenWords.sections.settings | keyof typeof screenWords.sections.organization,
  isFor?: Section["isFor"],
): Section => {
  const [title = "", about = ""] =
    (screenWords.sections[area] as Readonly<Record<string, readonly string[]>>)[id] ?? [];
  return { area, id, title, about, ...(isFor && { isFor }) };
};

export const sections: readonly Section[] = [
  section("settings", "profile"),
  section("settings", "account"),
  section("settings", "sessions"),
  section("settings", "preferences"),
  section("settings", "notifications"),
  section("settings", "privacy"),
  section("settings", "muted"),
  section("settings", "alert-words"),
  section("settings", "snippets"),
  section("settings", "files"),
  section("settings", "bots"),
  section("settings", "more", hasMore(userScope)),
  section("organization", "profile"),
  section("organization", "people"),
  section("organization", "groups"),
  section("organization", "invitations", mayInvite),
  section("organization", "access"),
  section("organization", "permissions"),
  section("organization", "messages"),
  section("organization", "default-channels"),
  section("organization", "profile-fields"),
  section("organization", "folders"),
  section("organization", "linkifiers"),
  section("organization", "playgrounds"),
  section("organization", "emoji"),
  section("organization", "defaults", isAdministrator),
  section("organization", "audit-log", isOwner),
  section("organization", "data"),
  section("organization", "more", hasMore(organizationScope)),
];

/** Zulip's names for sections. */
const aliases: Readonly<Record<string, string>> = {
  "settings your-account": "profile",
  "settings account-and-privacy": "account",
  "settings display-settings": "preferences",
  "settings display": "preferences",
  "settings your-bots": "bots",
  "settings uploaded-files": "files",
  "settings saved-snippets": "snippets",
  "settings drafts": "snippets",
  "settings topics": "muted",
  "settings muted-topics": "muted",
  "settings muted-users": "muted",
  "organization organization-profile": "profile",
  "organization organization-settings": "messages",
  "organization organization-permissions": "permissions",
  "organization auth-methods": "access",
  "organization linkifier-settings": "linkifiers",
  "organization emoji-settings": "emoji",
  "organization playground-settings": "playgrounds",
  "organization profile-field-settings": "profile-fields",
  "organization default-channels-list": "default-channels",
  "organization default-streams-list": "default-channels",
  "organization data-exports-admin": "data",
  "organization organization-level-user-defaults": "defaults",
  "organization users": "people",
  "organization bots": "people/bots",
  "organization bot-list-admin": "people/bots",
  "organization channel-folders": "folders",
  "organization user-list-admin": "people",
  "organization deactivated-users-admin": "people/deactivated",
  "organization invites-list-admin": "invitations",
};

/** The section a URL refers to, and the rest of the URL; falls back to the area's first section. */
export const sectionAt = (area: Area, path: string): { readonly section: Section; readonly rest: string } => {
  const [word = "", ...rest] = path.split("/");
  const known = path === "users/invitations" ? "invitations" : (aliases[`${area} ${word}`] ?? word);
  const [id, ...within] = known.split("/");
  const found = sections.find((one) => one.area === area && one.id === id);
  const first = sections.find((one) => one.area === area) as Section;
  return { section: found ?? first, rest: [...within, ...rest].join("/") };
};

export const sectionsFor = (store: Store): readonly Section[] =>
  sections.filter(({ isFor }) => isFor === undefined || isFor(store));

/** A search result in settings: a section, a setting, a group, or a tab of a channel's settings. */
export interface SearchableItem {
  readonly key: string;
  readonly to: Location;
  readonly label: string;
  readonly within: string;
  /** Additional search terms. */
  readonly about: string;
}

const placeIn = (area: Area, path: string): Pick<SearchableItem, "key" | "to"> => ({
  key: `${area} ${path}`,
  to: { screen: area, section: path },
});

const settingsOf = ({ area, id, title }: Section): readonly SearchableItem[] =>
  groupsIn(area === "settings" ? userScope : organizationScope, id).flatMap((group) =>
    group.settings.map(({ setting, words }) => ({
      ...placeIn(area, `${id}/${setting.name}`),
      label: words.label,
      within: `${title} › ${group.title}`,
      about: setting.name.replaceAll("_", " "),
    })),
  );

/** User-defined groups have their own screens. */
const groupsOf = (store: Store): readonly SearchableItem[] =>
  userDefinedGroups(store.groups.value).map(({ id, name, description }) => ({
    ...placeIn("organization", `groups/${id}`),
    label: name,
    within: screenWords.sections.organization.groups[0] ?? "",
    about: description,
  }));

/** The labels of a channel's settings, by tab, as search terms. */
const aboutParts: Readonly<Record<string, string>> = Object.fromEntries(
  channelParts.map((part) => [
    part,
    groupsIn(channelScope(0), part)
      .flatMap(({ settings }) => settings.map(({ words }) => words.label))
      .join(" "),
  ]),
);

/** Each tab of each channel's settings. */
const channelsOf = (store: Store): readonly SearchableItem[] =>
  [...store.channels.value.known.values()].flatMap(({ stream_id: channelId, name }) =>
    channelParts.map((section) => ({
      key: `channel ${channelId} ${section}`,
      to: { screen: "channel", channelId, section } as const,
      label: `#${name}: ${administrationWords.channelParts[section]}`,
      within: deferredWords.channelSettings,
      about: aboutParts[section] ?? "",
    })),
  );

/** Everything that the settings search can find. */
export const searchableItems = (store: Store): readonly SearchableItem[] => [
  ...sectionsFor(store).flatMap((one) => [
    { ...placeIn(one.area, one.id), label: one.title, within: screenWords.areas[one.area], about: one.about },
    ...settingsOf(one),
  ]),
  ...groupsOf(store),
  ...channelsOf(store),
];

const most = 20;
const worst = 3;

/** The best matches for a query, by label first, then by search terms. */
export const find = (store: Store, query: string): readonly SearchableItem[] =>
  searchableItems(store)
    .flatMap((one) => {
      const more = matchRank(`${one.within} ${one.about}`, query);
      const fit = matchRank(one.label, query) ?? (more === undefined ? undefined : worst);
      return fit === undefined ? [] : [{ one, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .slice(0, most)
    .map(({ one }) => one);
