import type { ProfileFieldId } from "../ids";
import { invalidCharacters, tooLong } from "../input-refusals";
import { badRequest, type RefusalIn } from "../refusal";
import { profileFieldLimits } from "./profile-field";

export type ProfileFieldError = RefusalIn<typeof import("./refusals")> | RefusalIn<typeof fieldDataRefusals>;

export const noSuchProfileField = (id: ProfileFieldId) =>
  badRequest("noSuchProfileField", `Field id ${id} not found.`);
export const profileFieldNotEditable = badRequest(
  "profileFieldNotEditable",
  "You are not allowed to change this field. Contact an administrator to update it.",
);
/** `problem` is from `checkProfileValue`. */
export const invalidProfileValue = (problem: string) => badRequest("invalidProfileValue", problem);

export const invalidProfileFieldType = badRequest("invalidProfileFieldType", "Invalid field type.");
export const knownAccountNotUpdatable = badRequest(
  "knownAccountNotUpdatable",
  "Default custom field cannot be updated.",
);
export const blankProfileFieldName = badRequest("blankProfileFieldName", "Label cannot be blank.");
export const profileFieldNameTooLong = (limit: number) => tooLong("name", limit);
export const profileFieldHintTooLong = (limit: number) => tooLong("hint", limit);
export const invalidHintCharacters = invalidCharacters("hint");
export const invalidChoiceCharacters = invalidCharacters("field_data");
export const profileFieldNameTaken = badRequest(
  "profileFieldNameTaken",
  "A field with that label already exists.",
);
export const tooManyFieldsInSummary = badRequest(
  "tooManyFieldsInSummary",
  `Only ${profileFieldLimits.inSummary} custom profile fields can be displayed in the profile summary.`,
);
export const fieldTypeNotForSummary = badRequest(
  "fieldTypeNotForSummary",
  "Field type not supported for display in profile summary.",
);
export const fieldTypeNotForMatching = badRequest(
  "fieldTypeNotForMatching",
  "Field type not supported for use for user matching.",
);

/** Possible problems with the `field_data` of a new or changed field. */
export const fieldDataRefusals = {
  noChoices: badRequest("noChoices", "Field must have at least one choice."),
  blankChoiceKey: badRequest("blankChoiceKey", "'value' cannot be blank."),
  choiceNotDict: badRequest("choiceNotDict", "field_data is not a dict"),
  choiceWithoutText: badRequest("choiceWithoutText", "text key is missing from field_data"),
  choiceWithoutOrder: badRequest("choiceWithoutOrder", "order key is missing from field_data"),
  choiceTextNotString: badRequest("choiceTextNotString", 'field_data["text"] is not a string'),
  blankChoiceText: badRequest("blankChoiceText", 'field_data["text"] cannot be blank.'),
  choiceOrderNotString: badRequest("choiceOrderNotString", 'field_data["order"] is not a string'),
  duplicateChoices: badRequest("duplicateChoices", "Field must not have duplicate choices."),
  accountWithoutSubtype: badRequest("accountWithoutSubtype", "subtype key is missing from field_data"),
  subtypeNotString: badRequest("subtypeNotString", 'field_data["subtype"] is not a string'),
  unknownSubtype: badRequest("unknownSubtype", "Invalid external account type"),
  urlPatternMissing: badRequest("urlPatternMissing", "Custom external account must define URL pattern"),
  urlPatternNotString: badRequest("urlPatternNotString", 'field_data["url_pattern"] is not a string'),
  urlPatternWithoutUsername: badRequest(
    "urlPatternWithoutUsername",
    "URL pattern must contain '%(username)s'",
  ),
  urlPatternNotUrl: badRequest("urlPatternNotUrl", "url_pattern is not a URL"),
} as const;
