import * as t from "io-ts";
import { type Bot, botCodec } from "../bots/bot";
import { dictionary, entity, listOf, nullable, oneOf, optional, partial, some } from "../codec/codec";
import { compactIdsCodec } from "../collections/compact-ids";
import { allowedDomainCodec } from "../domains/allowed-domain";
import {
  type GroupPermissions,
  groupPermissionsCodec,
  groupWithMembersCodec,
  userGroupCodec,
} from "../groups/user-group";
import { groupIdCodec, messageIdCodec, profileFieldIdCodec, userIdCodec } from "../ids";
import { linkifierCodec } from "../linkifiers/linkifier";
import { playgroundCodec } from "../playgrounds/playground";
import { profileFieldCodec, profileValueCodec } from "../profile-fields/profile-field";
import { type Realm, realmCodec, realmPicturesCodec } from "../realm/realm";
import { realmPermissionsCodec } from "../realm/realm-permission";
import { realmSettingsChangeCodec } from "../realm/realm-settings";
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

const groupFields = { groupId: groupIdCodec, isDeactivated: t.boolean };
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
    userIds: listOf(userIdCodec),
  },
  group_subgroups_changed: {
    ...groupFields,
    op: opCodec,
    subgroupIds: listOf(groupIdCodec),
  },
  user_created: { user: userCodec },
  user_changed: { userId: userIdCodec, change: userChangeCodec },
  user_deactivated: {
    userId: userIdCodec,
    firstMessageId: messageIdCodec,
  },
  user_reactivated: {
    userId: userIdCodec,
    firstMessageId: messageIdCodec,
    apiKeyVersion: t.number,
  },
  role_changed: {
    userId: userIdCodec,
    from: roleCodec,
    to: roleCodec,
    acquaintances: optional(listOf(userIdCodec)),
  },
  people_revealed: { userIds: compactIdsCodec, personIds: listOf(userIdCodec) },
  people_hidden: { userIds: compactIdsCodec, personIds: listOf(userIdCodec) },
  bot_changed: {
    userId: userIdCodec,
    change: entity<Partial<Bot>>(partial(botCodec.fields)),
    ownerBefore: optional(nullable(userIdCodec)),
  },
  profile_values_changed: {
    userId: userIdCodec,
    values: dictionary(nullable(profileValueCodec)),
  },
  user_settings_changed: {
    userId: userIdCodec,
    change: userSettingsChangeCodec,
    isOwnChoice: t.boolean,
  },
  user_status_changed: {
    userId: userIdCodec,
    change: entity<Partial<UserStatus>>(partial(userStatusCodec.fields)),
  },
  secrets_changed: { userId: userIdCodec },
  alert_words_set: { userId: userIdCodec, words: listOf(t.string) },
  muted_users_set: {
    userId: userIdCodec,
    muted: listOf(mutedUserCodec),
    added: optional(userIdCodec),
  },
  profile_fields_set: {
    fields: listOf(profileFieldCodec),
    removedIds: listOf(profileFieldIdCodec),
    ofUsers: optional(listOf(userIdCodec)),
  },
  linkifiers_set: { linkifiers: listOf(linkifierCodec) },
  playgrounds_set: { playgrounds: listOf(playgroundCodec) },
  domain_added: { domain: allowedDomainCodec },
  domain_changed: { domain: allowedDomainCodec },
  domain_removed: { domain: allowedDomainCodec },
});
