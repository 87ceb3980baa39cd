import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { deactivateRealm } from "../../../../application/realm/deactivate-realm";
import { sendTestWelcome } from "../../../../application/realm/send-test-welcome";
import { updateRealm } from "../../../../application/realm/update-realm";
import { updateUserDefaults } from "../../../../application/realm/update-user-defaults";
import type { RealmChange } from "../../../../domain/events/people-event";
import type { GroupSettingUpdate } from "../../../../domain/groups/group-setting";
import { type RealmPermission, realmPermissions } from "../../../../domain/realm/realm-permission";
import { settingsWithoutDefault } from "../../../../domain/users/user-settings";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { realmSettingParameters, realmSettingsIn } from "../../../zulip-wire/codecs/realm-settings";
import { groupSettingUpdate, permissionParameters, permissionsIn } from "../../../zulip-wire/codecs/settings";
import { userSettingParameters, userSettingsIn } from "../../../zulip-wire/codecs/user-settings";
import { json, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeGroupSettingValue } from "../../../zulip-wire/encode/group-setting";
import { encodeRealmSettings } from "../../../zulip-wire/encode/realm";
import { settingName } from "../../../zulip-wire/setting-names";
import { done, endpoint } from "../../declaration/endpoint";

/** Texts appear only as "updated" in the answer. */
const encodeValue = (value: unknown): unknown => (typeof value === "string" ? "updated" : value);

const encodeChange = ({ name, description, settings = {}, permissions = {} }: RealmChange) => ({
  ...Object.fromEntries(
    Object.entries({ name, description, ...encodeRealmSettings(settings) }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, encodeValue(value)]],
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
    ...realmSettingParameters(settingName),
    ...permissionParameters(realmPermissions, groupSettingUpdate),
  },
  response: {},
  use: updateRealm,
  run: (updateRealm, { caller }, input) =>
    pipe(
      updateRealm(caller, {
        name: input.name,
        description: input.description,
        loginMethods: input.authentication_methods,
        settings: realmSettingsIn(settingName, input),
        permissions: permissionsIn<RealmPermission, GroupSettingUpdate>(realmPermissions, input),
      }),
      TE.map((change) => ({
        ...encodeChange(change),
        ...(change.settings?.disabledLoginMethods && {
          authentication_methods: input.authentication_methods,
        }),
      })),
    ),
});

const updateUserDefaultsEndpoint = endpoint({
  method: "patch",
  at: "/realm/user_settings_defaults",
  caller: "user",
  summary: "Change the initial settings of new users. Administrators only",
  path: {},
  params: userSettingParameters(settingsWithoutDefault),
  response: {},
  use: updateUserDefaults,
  run: (updateUserDefaults, { caller }, input) => done(updateUserDefaults(caller, userSettingsIn(input))),
});

const deactivateRealmEndpoint = endpoint({
  method: "post",
  at: "/realm/deactivate",
  caller: "user",
  forPeopleOnly: true,
  forAtLeast: "owner",
  summary: "Deactivate the organization: nobody can log in, and its data stays. Owners only",
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
  summary: "Send the caller a preview of the welcome message. Administrators only",
  path: {},
  params: { welcome_message_custom_text: required(text) },
  response: { message_id: { type: "integer" } },
  use: sendTestWelcome,
  run: (sendTestWelcome, { caller }, input) =>
    pipe(
      sendTestWelcome(caller, input.welcome_message_custom_text),
      TE.map((id) => ({ message_id: id })),
    ),
});

export const realmEndpoints = [
  updateRealmEndpoint,
  updateUserDefaultsEndpoint,
  deactivateRealmEndpoint,
  testWelcomeEndpoint,
];
