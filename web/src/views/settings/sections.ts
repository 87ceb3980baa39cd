import type { ComponentType } from "preact";
import type { Store } from "../../store/store";
import { words } from "../../words/en";
import { administrationWords } from "../../words/en-channel-administration";
import { screenWords } from "../../words/en-screens";
import { channelParts, type Location } from "../location";
import { mayInRealm } from "../messages/rights";
import { nameFit } from "../ranking";
import { channelScope } from "./channel/channel-scope";
import { ownGroups } from "./group-members";
import {
  groupsIn,
  isAdministrator,
  isOwner,
  organizationScope,
  ownScope,
  type Scope,
  unplaced,
} from "./scope";

export type Area = "settings" | "organization";

/** What a screen is drawn with: the rest of its address. */
interface ScreenProps {
  readonly rest: string;
}
export type Screen = ComponentType<ScreenProps>;

export interface Section {
  readonly area: Area;
  readonly id: string;
  readonly title: string;
  /** More words to find it by. */
  readonly about: string;
  readonly isFor?: (store: Store) => boolean;
}

const mayInvite = (store: Store): boolean =>
  mayInRealm(store, "can_invite_users_group") || mayInRealm(store, "create_multiuse_invite_group");
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
  section("settings", "more", hasMore(ownScope)),
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

/** Zulip's names of sections. */
const aliases: Readonly<Record<string, string>> = {
  "settings your-account": "profile",
  "settings account-and-privacy": "account",
  "settings display-settings": "preferences",
  "settings your-bots": "bots",
  "settings uploaded-files": "files",
  "settings saved-snippets": "snippets",
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

/** The section that an address means, and the rest of it; the area's first where it can't be told. */
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

/** Something to be found in settings: a section, a setting in it, a group, or a part of a channel's settings. */
export interface Finding {
  readonly key: string;
  readonly to: Location;
  readonly label: string;
  readonly within: string;
  /** More to find it by. */
  readonly about: string;
}

const placeIn = (area: Area, path: string): Pick<Finding, "key" | "to"> => ({
  key: `${area} ${path}`,
  to: { screen: area, section: path },
});

const settingsOf = ({ area, id, title }: Section): readonly Finding[] =>
  groupsIn(area === "settings" ? ownScope : organizationScope, id).flatMap((group) =>
    group.settings.map(({ setting, words }) => ({
      ...placeIn(area, `${id}/${setting.name}`),
      label: words.label,
      within: `${title} › ${group.title}`,
      about: setting.name.replaceAll("_", " "),
    })),
  );

/** Groups that people made have screens of their own. */
const groupsOf = (store: Store): readonly Finding[] =>
  ownGroups(store.groups.value).map(({ id, name, description }) => ({
    ...placeIn("organization", `groups/${id}`),
    label: name,
    within: screenWords.sections.organization.groups[0] ?? "",
    about: description,
  }));

/** Labels of a channel's settings, part by part: they find it too. */
const aboutParts: Readonly<Record<string, string>> = Object.fromEntries(
  channelParts.map((part) => [
    part,
    groupsIn(channelScope(0), part)
      .flatMap(({ settings }) => settings.map(({ words }) => words.label))
      .join(" "),
  ]),
);

/** Each part of each channel's settings. */
const channelsOf = (store: Store): readonly Finding[] =>
  [...store.channels.value.known.values()].flatMap(({ stream_id: channelId, name }) =>
    channelParts.map((section) => ({
      key: `channel ${channelId} ${section}`,
      to: { screen: "channel", channelId, section } as const,
      label: `#${name}: ${administrationWords.channelParts[section]}`,
      within: words.channelSettings,
      about: aboutParts[section] ?? "",
    })),
  );

/** Everything that can be found in settings. */
export const findings = (store: Store): readonly Finding[] => [
  ...sectionsFor(store).flatMap((one) => [
    { ...placeIn(one.area, one.id), label: one.title, within: screenWords.areas[one.area], about: one.about },
    ...settingsOf(one),
  ]),
  ...groupsOf(store),
  ...channelsOf(store),
];

const most = 20;
const worst = 3;

/** What fits some letters, the best first: by its label, then by what else is known of it. */
export const find = (store: Store, query: string): readonly Finding[] =>
  findings(store)
    .flatMap((one) => {
      const more = nameFit(`${one.within} ${one.about}`, query);
      const fit = nameFit(one.label, query) ?? (more === undefined ? undefined : worst);
      return fit === undefined ? [] : [{ one, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .slice(0, most)
    .map(({ one }) => one);
