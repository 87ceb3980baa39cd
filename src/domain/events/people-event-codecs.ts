import * as t from "io-ts";
import { type Bot, botCodec } from "../bots/bot";
import { dictionary, entity, listOf, nullable, oneOf, optional, partial, some } from "../codec/codec";
import {
  type GroupPermissions,
  groupPermissionsCodec,
  groupWithMembersCodec,
  userGroupCodec,
} from "../groups/user-group";
import { allowedDomainCodec } from "../realm/allowed-domain";
import { linkifierCodec } from "../realm/linkifier";
import { playgroundCodec } from "../realm/playground";
import { type Realm, realmCodec, realmPicturesCodec } from "../realm/realm";
import { realmPermissionsCodec } from "../realm/realm-permission";
import { realmSettingsChangeCodec } from "../realm/realm-settings";
import { profileFieldCodec, profileValueCodec } from "../users/profile-field";
import { roleCodec } from "../users/role";
import { mutedUserCodec, userCodec } from "../users/user";
import { userSettingsChangeCodec } from "../users/user-settings";
import { type UserStatus, userStatusCodec } from "../users/user-status";
import { eventCodecs } from "./event-family";
import type { GroupChange, PeopleEvent, RealmChange, UserChange } from "./people-event";

export const realmChangeCodec = entity<RealmChange>({
  ...partial(some(realmCodec.fields, "name", "description", "renderedDescription", "isDeactivated")),
  settings: optional(realmSettingsChangeCodec),
  permissions: optional(entity<Partial<Realm["permissions"]>>(partial(realmPermissionsCodec.fields))),
  userDefaults: optional(userSettingsChangeCodec),
  pictures: optional(entity<Partial<Realm["pictures"]>>(partial(realmPicturesCodec.fields))),
});

const userChangeCodec = entity<UserChange>(
  partial(
    some(
      userCodec.fields,
      "email",
      "fullName",
      "isDeleted",
      "timezone",
      "joinedAt",
      "awaitsFirstLogin",
      "isImportedStub",
      "avatar",
      "apiKeyVersion",
      "apiKeyMadeAt",
      "secondFactors",
      "canChangeUserEmails",
    ),
  ),
);

const groupChangeCodec = entity<GroupChange>({
  ...partial(some(userGroupCodec.fields, "name", "description", "isDeactivated")),
  permissions: optional(entity<Partial<GroupPermissions>>(partial(groupPermissionsCodec.fields))),
});

const groupFields = { groupId: t.number, isDeactivated: t.boolean };
const opCodec = oneOf("add", "remove");

/** Codecs of events about the realm itself, its people and groups. */
export const peopleEventCodecs = eventCodecs<PeopleEvent>({
  realm_created: { realm: realmCodec },
  realm_changed: { change: realmChangeCodec },
  group_created: { group: groupWithMembersCodec },
  group_changed: { ...groupFields, change: groupChangeCodec },
  group_members_changed: {
    ...groupFields,
    op: opCodec,
    userIds: listOf(t.number),
  },
  group_subgroups_changed: {
    ...groupFields,
    op: opCodec,
    subgroupIds: listOf(t.number),
  },
  user_created: { user: userCodec },
  user_changed: { userId: t.number, change: userChangeCodec },
  user_deactivated: {
    userId: t.number,
    firstMessageId: t.number,
  },
  user_reactivated: {
    userId: t.number,
    firstMessageId: t.number,
    apiKeyVersion: t.number,
  },
  role_changed: {
    userId: t.number,
    from: roleCodec,
    to: roleCodec,
    acquaintances: optional(listOf(t.number)),
  },
  people_revealed: { userIds: listOf(t.number), personIds: listOf(t.number) },
  people_hidden: { userIds: listOf(t.number), personIds: listOf(t.number) },
  bot_changed: {
    userId: t.number,
    change: entity<Partial<Bot>>(partial(botCodec.fields)),
    ownerBefore: optional(nullable(t.number)),
  },
  profile_values_changed: {
    userId: t.number,
    values: dictionary(nullable(profileValueCodec)),
  },
  user_settings_changed: {
    userId: t.number,
    change: userSettingsChangeCodec,
    isOwnChoice: t.boolean,
  },
  user_status_changed: {
    userId: t.number,
    change: entity<Partial<UserStatus>>(partial(userStatusCodec.fields)),
  },
  alert_words_set: { userId: t.number, words: listOf(t.string) },
  muted_users_set: {
    userId: t.number,
    muted: listOf(mutedUserCodec),
  },
  profile_fields_set: {
    fields: listOf(profileFieldCodec),
    removedIds: listOf(t.number),
  },
  linkifiers_set: { linkifiers: listOf(linkifierCodec) },
  playgrounds_set: { playgrounds: listOf(playgroundCodec) },
  domain_added: { domain: allowedDomainCodec },
  domain_changed: { domain: allowedDomainCodec },
  domain_removed: { domain: allowedDomainCodec },
});
