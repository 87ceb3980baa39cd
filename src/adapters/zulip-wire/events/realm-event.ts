import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import { type LoginMethod, loginMethodsOf } from "../../../domain/realm/login-method";
import { type Realm, type RealmPictureName, realmPictures } from "../../../domain/realm/realm";
import type { RealmState } from "../../../domain/state/realm-state";
import { encodeRealmLoginMethods } from "../encode/authentication-methods";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodeLinkifier } from "../encode/linkifier";
import { encodeRealmPicture } from "../encode/picture";
import { encodePlayground } from "../encode/playground";
import { encodeProfileField } from "../encode/profile-field";
import { encodeDomain, encodeRealm, encodeRealmSettings } from "../encode/realm";
import { encodeUserSettings } from "../encode/user-settings";
import { viewOf } from "../encode/visible-members";
import { changedPermissions } from "./changed-permissions";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

const realmEntry = (body: object): EventEntry => ({ category: "realm", body: { type: "realm", ...body } });
const update = (property: string, value: unknown): EventEntry =>
  realmEntry({ op: "update", property, value });
const updateDict = (data: object): EventEntry => realmEntry({ op: "update_dict", property: "default", data });

const pictureEntry = (realm: Realm, name: RealmPictureName): EventEntry =>
  realmEntry({
    op: "update_dict",
    property: { icon: "icon", logo: "logo", nightLogo: "night_logo" }[name],
    data: encodeRealmPicture(realm, name),
  });

/** Settings sent as `update_dict`: the oldest ones, and those that also have a legacy name. */
const inDictionary = [
  "allow_message_editing",
  "message_content_edit_limit_seconds",
  "topics_policy",
  "mandatory_topics",
  "message_edit_history_visibility_policy",
  "allow_edit_history",
];

const realmLoginMethods = ({ settings }: Realm, offered: readonly LoginMethod[]): object =>
  encodeRealmLoginMethods(loginMethodsOf(offered, settings), offered);

export const realmCreated = (
  { realm }: EventOf<"realm_created">,
  { state, user, now }: EventReader,
): readonly EventEntry[] => [updateDict(encodeRealm(realm, viewOf(state, user, now), ""))];

export const realmChanged = (
  { change }: EventOf<"realm_changed">,
  before: RealmState,
  reader: EventReader,
): readonly EventEntry[] => {
  const { state, realm, offeredLogins } = reader;
  const { name, description, isDeactivated, settings = {}, userDefaults = {} } = change;
  const permissions = changedPermissions(change.permissions ?? {}, before.realm.permissions, before, reader);
  const pictures = realmPictures.filter((picture) => change.pictures?.[picture] !== undefined);
  const properties = Object.entries(encodeRealmSettings(settings));
  const dictionary = Object.fromEntries(properties.filter(([property]) => inDictionary.includes(property)));
  return [
    ...(name !== undefined ? [update("name", name)] : []),
    ...(description !== undefined
      ? [updateDict({ description, rendered_description: change.renderedDescription })]
      : []),
    ...properties.flatMap(([property, value]) =>
      inDictionary.includes(property) ? [] : [update(property, value)],
    ),
    ...(Object.keys(dictionary).length > 0 ? [updateDict(dictionary)] : []),
    ...(Object.keys(permissions).length > 0 ? [updateDict(permissions)] : []),
    ...(settings.disabledLoginMethods !== undefined
      ? [updateDict({ authentication_methods: realmLoginMethods(state.realm, offeredLogins) })]
      : []),
    ...pictures.map((picture) => pictureEntry(state.realm, picture)),
    ...(isDeactivated === true ? [realmEntry({ op: "deactivated", realm_id: realm.id })] : []),
    ...Object.entries(encodeUserSettings(userDefaults)).map(
      ([property, value]): EventEntry => ({
        category: "user_defaults",
        body: { type: "realm_user_settings_defaults", op: "update", property, value },
      }),
    ),
  ];
};

export const profileFieldsSet = ({ fields }: EventOf<"profile_fields_set">): readonly EventEntry[] => [
  {
    category: "profile_fields",
    body: { type: "custom_profile_fields", fields: fields.map(encodeProfileField) },
  },
];

/** Clients that do not know URL templates get no linkifiers. */
export const linkifiersSet = (
  { linkifiers }: EventOf<"linkifiers_set">,
  { presentation }: EventReader,
): readonly EventEntry[] =>
  presentation.linkifierUrlTemplate
    ? [
        {
          category: "linkifiers",
          body: { type: "realm_linkifiers", realm_linkifiers: linkifiers.map(encodeLinkifier) },
        },
      ]
    : [];

export const playgroundsSet = ({ playgrounds }: EventOf<"playgrounds_set">): readonly EventEntry[] => [
  {
    category: "playgrounds",
    body: { type: "realm_playgrounds", realm_playgrounds: playgrounds.map(encodePlayground) },
  },
];

type DomainEvent = EventOf<"domain_added" | "domain_changed" | "domain_removed">;

export const domainsChanged = ({ type, domain }: DomainEvent): readonly EventEntry[] => {
  const body =
    type === "domain_removed"
      ? { op: "remove", domain: domain.domain }
      : { op: type === "domain_added" ? "add" : "change", realm_domain: encodeDomain(domain) };
  return [{ category: "domains", body: { type: "realm_domains", ...body } }];
};

/** Tells clients to fetch the list again. */
export const invitationsChanged: readonly EventEntry[] = [
  { category: "invitations", body: { type: "invites_changed" } },
];
