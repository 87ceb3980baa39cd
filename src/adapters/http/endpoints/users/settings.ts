import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { updateSettings } from "../../../../application/accounts/update-settings";
import { updateSettingsOfUsers } from "../../../../application/accounts/update-settings-of-users";
import { settingIsPrivate } from "../../../../domain/users/refusals";
import { optional } from "../../../zulip-wire/codecs/parameter";
import { userSettingParameters, userSettingsIn } from "../../../zulip-wire/codecs/user-settings";
import { integer } from "../../../zulip-wire/codecs/whole-numbers";
import { factorCode, json, text } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";

const targets = json(
  t.intersection([
    t.type({ skip_if_already_edited: t.boolean }),
    t.partial({ user_ids: t.array(integer), group_ids: t.array(integer) }),
  ]),
);

const updateAt = (at: "/settings" | "/settings/display" | "/settings/notifications") =>
  endpoint({
    method: "patch",
    at,
    caller: "user",
    cost: "password",
    forPeopleOnly: true,
    summary: "Change personal settings; for administrators, also those of others",
    path: {},
    params: {
      ...userSettingParameters(),
      email: optional(text),
      full_name: optional(text),
      timezone: optional(text),
      old_password: optional(text),
      new_password: optional(text),
      two_factor_code: optional(factorCode),
      target_users: optional(targets),
    },
    response: {},
    use: { updateSettingsOfUsers, updateSettings },
    run: ({ updateSettingsOfUsers, updateSettings }, { caller, sessionId }, input) => {
      const settings = userSettingsIn(input);
      const { target_users, email, full_name, timezone, new_password } = input;
      if (target_users === undefined)
        return done(
          updateSettings(caller, {
            settings,
            timezone,
            email,
            fullName: full_name,
            hasKey: sessionId === undefined,
            sessionId,
            oldPassword: input.old_password,
            newPassword: new_password,
            code: input.two_factor_code,
          }),
        );
      if ([email, full_name, timezone, new_password].some((value) => value !== undefined))
        return async () => E.left(settingIsPrivate);
      return done(
        updateSettingsOfUsers(
          caller,
          {
            userIds: target_users.user_ids ?? [],
            groupIds: target_users.group_ids ?? [],
            skipChosen: target_users.skip_if_already_edited,
          },
          settings,
        ),
      );
    },
  });

/** The other two paths are older names. */
export const settingsEndpoints = [
  updateAt("/settings"),
  updateAt("/settings/display"),
  updateAt("/settings/notifications"),
];
