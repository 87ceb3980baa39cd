import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { addProfileField } from "../../../../application/profile-fields/add-profile-field";
import { changeOwnProfile } from "../../../../application/profile-fields/change-own-profile";
import { listProfileFields } from "../../../../application/profile-fields/list-profile-fields";
import { removeProfileField } from "../../../../application/profile-fields/remove-profile-field";
import { reorderProfileFields } from "../../../../application/profile-fields/reorder-profile-fields";
import { updateProfileField } from "../../../../application/profile-fields/update-profile-field";
import { profileFieldId, profileFieldIds } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { fieldData, profileValues } from "../../../zulip-wire/codecs/profile-fields";
import { choiceWithNumber, profileFieldTypeNumbers } from "../../../zulip-wire/codecs/type-numbers";
import { bool, int, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeProfileField } from "../../../zulip-wire/encode/profile-field";
import { done, endpoint } from "../../declaration/endpoint";

const listProfileFieldsEndpoint = endpoint({
  method: "get",
  at: "/realm/profile_fields",
  section: "2.5b",
  caller: "user",
  summary: "List the custom profile fields",
  path: {},
  params: {},
  response: { custom_fields: { type: "array", items: { type: "object" } } },
  use: listProfileFields,
  run: (listProfileFields, { caller }) =>
    pipe(
      listProfileFields(caller),
      TE.map((fields) => ({ custom_fields: fields.map(encodeProfileField) })),
    ),
});

const addProfileFieldEndpoint = endpoint({
  method: "post",
  at: "/realm/profile_fields",
  section: "4.7",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Add a custom profile field. Administrators only",
  path: {},
  params: {
    name: withDefault(text, ""),
    hint: withDefault(text, ""),
    field_type: required(int),
    field_data: withDefault(fieldData, {}),
    display_in_profile_summary: withDefault(bool, false),
    required: withDefault(bool, false),
    editable_by_user: withDefault(bool, true),
    use_for_user_matching: withDefault(bool, false),
  },
  response: { id: { type: "integer" } },
  use: addProfileField,
  run: (addProfileField, { caller }, input) =>
    pipe(
      addProfileField(caller, choiceWithNumber(profileFieldTypeNumbers, input.field_type), {
        name: input.name,
        hint: input.hint,
        data: input.field_data,
        displayInProfileSummary: input.display_in_profile_summary,
        required: input.required,
        editableByUser: input.editable_by_user,
        useForUserMatching: input.use_for_user_matching,
      }),
      TE.map((id) => ({ id })),
    ),
});

const updateProfileFieldEndpoint = endpoint({
  method: "patch",
  at: "/realm/profile_fields/{field_id}",
  section: "2.5b",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Change a custom profile field. Administrators only",
  path: { field_id: required(profileFieldId) },
  params: {
    name: optional(text),
    hint: optional(text),
    field_data: optional(fieldData),
    display_in_profile_summary: optional(bool),
    required: optional(bool),
    editable_by_user: optional(bool),
    use_for_user_matching: optional(bool),
  },
  response: {},
  use: updateProfileField,
  run: (updateProfileField, { caller }, input) =>
    done(
      updateProfileField(caller, input.field_id, {
        name: input.name,
        hint: input.hint,
        data: input.field_data,
        displayInProfileSummary: input.display_in_profile_summary,
        required: input.required,
        editableByUser: input.editable_by_user,
        useForUserMatching: input.use_for_user_matching,
      }),
    ),
});

const removeProfileFieldEndpoint = endpoint({
  method: "delete",
  at: "/realm/profile_fields/{field_id}",
  section: "2.5b",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Remove a custom profile field and its values. Administrators only",
  path: { field_id: required(profileFieldId) },
  params: {},
  response: {},
  use: removeProfileField,
  run: (removeProfileField, { caller }, input) => done(removeProfileField(caller, input.field_id)),
});

const reorderProfileFieldsEndpoint = endpoint({
  method: "patch",
  at: "/realm/profile_fields",
  section: "2.5b",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Reorder the custom profile fields. Administrators only",
  path: {},
  params: { order: required(profileFieldIds) },
  response: {},
  use: reorderProfileFields,
  run: (reorderProfileFields, { caller }, input) => done(reorderProfileFields(caller, input.order)),
});

/** Values of a profile that a small request changes. Each is an event of its own for everybody. */
export const fewValues = 10;

const changeOwnProfileEndpoint = endpoint({
  method: "patch",
  at: "/users/me/profile_data",
  section: "2.5b",
  caller: "user",
  forPeopleOnly: true,
  bulkBeyond: { data: fewValues },
  summary: "Change the caller's own profile",
  path: {},
  params: { data: required(profileValues) },
  response: {},
  use: changeOwnProfile,
  run: (changeOwnProfile, { caller }, input) => done(changeOwnProfile(caller, input.data)),
});

const clearOwnProfileEndpoint = endpoint({
  method: "delete",
  at: "/users/me/profile_data",
  section: "2.5b",
  caller: "user",
  forPeopleOnly: true,
  bulkBeyond: { data: fewValues },
  summary: "Remove values from the caller's own profile",
  path: {},
  params: { data: required(profileFieldIds) },
  response: {},
  use: changeOwnProfile,
  run: (changeOwnProfile, { caller }, input) =>
    done(
      changeOwnProfile(
        caller,
        input.data.map((id) => ({ id, value: null })),
      ),
    ),
});

export const profileFieldEndpoints = [
  listProfileFieldsEndpoint,
  addProfileFieldEndpoint,
  updateProfileFieldEndpoint,
  removeProfileFieldEndpoint,
  reorderProfileFieldsEndpoint,
  changeOwnProfileEndpoint,
  clearOwnProfileEndpoint,
];
