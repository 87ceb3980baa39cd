import { badRequest } from "../errors";
import type { ProfileFieldId } from "../ids";
import { profileFieldLimits } from "./profile-field";

export const noSuchProfileField = (id: ProfileFieldId) => badRequest(`Field id ${id} not found.`);
export const profileFieldNotEditable = badRequest(
  "You are not allowed to change this field. Contact an administrator to update it.",
);
/** `problem` is from `checkProfileValue`. */
export const invalidProfileValue = (problem: string) => badRequest(problem);

export const invalidProfileFieldType = badRequest("Invalid field type.");
export const knownAccountNotUpdatable = badRequest("Default custom field cannot be updated.");
export const incompleteProfileFieldOrder = badRequest("Invalid order mapping.");
export const blankProfileFieldName = badRequest("Label cannot be blank.");
export const profileFieldNameTaken = badRequest("A field with that label already exists.");
export const invalidProfileFieldCharacters = (part: "name" | "hint") =>
  badRequest(`Invalid characters in ${part}!`);
export const tooManyFieldsInSummary = badRequest(
  `Only ${profileFieldLimits.inSummary} custom profile fields can be displayed in the profile summary.`,
);
export const fieldTypeNotForSummary = badRequest("Field type not supported for display in profile summary.");
export const fieldTypeNotForMatching = badRequest("Field type not supported for use for user matching.");

/** What can be wrong with the `field_data` of a new or changed field. */
export const fieldDataRefusals = {
  noChoices: badRequest("Field must have at least one choice."),
  blankChoiceKey: badRequest("'value' cannot be blank."),
  choiceNotDict: badRequest("field_data is not a dict"),
  choiceWithoutText: badRequest("text key is missing from field_data"),
  choiceWithoutOrder: badRequest("order key is missing from field_data"),
  choiceTextNotString: badRequest('field_data["text"] is not a string'),
  blankChoiceText: badRequest('field_data["text"] cannot be blank.'),
  choiceOrderNotString: badRequest('field_data["order"] is not a string'),
  duplicateChoices: badRequest("Field must not have duplicate choices."),
  accountWithoutSubtype: badRequest("subtype key is missing from field_data"),
  subtypeNotString: badRequest('field_data["subtype"] is not a string'),
  unknownSubtype: badRequest("Invalid external account type"),
  urlPatternMissing: badRequest("Custom external account must define URL pattern"),
  urlPatternNotString: badRequest('field_data["url_pattern"] is not a string'),
  urlPatternWithoutUsername: badRequest("URL pattern must contain '%(username)s'"),
  urlPatternNotUrl: badRequest("url_pattern is not a URL"),
} as const;
