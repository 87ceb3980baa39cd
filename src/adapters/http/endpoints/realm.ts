import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { deactivateRealm } from "../../../application/realm/deactivate-realm";
import { testWelcome } from "../../../application/realm/test-welcome";
import { updateRealm } from "../../../application/realm/update-realm";
import { updateUserDefaults } from "../../../application/realm/update-user-defaults";
import type { GroupSettingUpdate } from "../../../domain/group-setting";
import type { RealmChange } from "../../../domain/people-event";
import { type RealmPermission, realmPermissions } from "../../../domain/realm-permission";
import { settingName } from "../../../domain/setting-name";
import { settingsWithoutDefault } from "../../../domain/user-settings";
import { optional, required } from "../codecs/parameter";
import { givenRealmSettings, realmSettingParameters } from "../codecs/realm-settings";
import { givenPermissions, groupSettingUpdate, permissionParameters } from "../codecs/settings";
import { givenUserSettings, userSettingParameters } from "../codecs/user-settings";
import { json, text } from "../codecs/wire-type";
import { encodeGroupSettingValue } from "../encode/group-setting";
import { encodeRealmSettings, realmSettingName } from "../encode/realm";
import { done, endpoint } from "../endpoint";

/** Changed text is only told to have changed. */
const told = (value: unknown): unknown => (typeof value === "string" ? "updated" : value);

const encodeChange = ({ name, description, settings = {}, permissions = {} }: RealmChange) => ({
  ...Object.fromEntries(
    Object.entries({ name, description, ...encodeRealmSettings(settings) }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, told(value)]],
    ),
  ),
  ...Object.fromEntries(
    Object.entries(permissions).map(([key, value]) => [settingName(key), encodeGroupSettingValue(value)]),
  ),
});

const updateRealmEndpoint = endpoint({
  method: "patch",
  at: "/realm",
  caller: "user",
  summary: "Change the organization's settings. Administrators only",
  path: {},
  params: {
    name: optional(text),
    description: optional(text),
    authentication_methods: optional(json(t.record(t.string, t.boolean))),
    ...realmSettingParameters(realmSettingName),
    ...permissionParameters(realmPermissions, groupSettingUpdate),
  },
  response: {},
  use: updateRealm,
  run: (updateRealm, { caller }, given) =>
    map((change: RealmChange) => ({
      ...encodeChange(change),
      ...(change.settings?.disabledLoginMethods && { authentication_methods: given.authentication_methods }),
    }))(
      updateRealm(caller, {
        name: given.name,
        description: given.description,
        loginMethods: given.authentication_methods,
        settings: givenRealmSettings(realmSettingName, given),
        permissions: givenPermissions<RealmPermission, GroupSettingUpdate>(realmPermissions, given),
      }),
    ),
});

const updateUserDefaultsEndpoint = endpoint({
  method: "patch",
  at: "/realm/user_settings_defaults",
  caller: "user",
  summary: "Change the settings that new users begin with. Administrators only",
  path: {},
  params: userSettingParameters(settingsWithoutDefault),
  response: {},
  use: updateUserDefaults,
  run: (updateUserDefaults, { caller }, given) => done(updateUserDefaults(caller, givenUserSettings(given))),
});

const deactivateRealmEndpoint = endpoint({
  method: "post",
  at: "/realm/deactivate",
  caller: "user",
  forPeopleOnly: true,
  forAtLeast: "owner",
  summary: "End the organization: nobody gets in any more, and everything is kept. Owners only",
  path: {},
  params: {},
  response: {},
  use: deactivateRealm,
  run: (deactivateRealm, { caller }) => done(deactivateRealm(caller)),
});

const testWelcomeEndpoint = endpoint({
  method: "post",
  at: "/realm/test_welcome_bot_custom_message",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Have oneself sent what new people would be welcomed with. Administrators only",
  path: {},
  params: { welcome_message_custom_text: required(text) },
  response: { message_id: { type: "integer" } },
  use: testWelcome,
  run: (testWelcome, { caller }, given) =>
    map((id: number) => ({ message_id: id }))(testWelcome(caller, given.welcome_message_custom_text)),
});

export const realmEndpoints = [
  updateRealmEndpoint,
  updateUserDefaultsEndpoint,
  deactivateRealmEndpoint,
  testWelcomeEndpoint,
];
