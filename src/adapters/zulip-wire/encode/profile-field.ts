import type { ProfileField } from "../../../domain/profile-fields/profile-field";
import { profileFieldTypeNumbers } from "../codecs/type-numbers";
import type { Encoded } from "./encoded";

const fieldData = ({ choices, externalAccount }: ProfileField): string => {
  if (choices !== null) return JSON.stringify(choices);
  if (externalAccount === null) return "";
  const { subtype, urlPattern } = externalAccount;
  return JSON.stringify({ subtype, ...(urlPattern !== undefined && { url_pattern: urlPattern }) });
};

/** A custom profile field; `index` counts from 0. API §2.5b. */
export const encodeProfileField = (
  field: ProfileField,
  index: number,
): Encoded<
  ProfileField,
  "choices" | "externalAccount" | "displayInProfileSummary" | "useForUserMatching"
> => ({
  id: field.id,
  name: field.name,
  type: profileFieldTypeNumbers[field.type],
  hint: field.hint,
  field_data: fieldData(field),
  order: index + 1,
  ...(field.displayInProfileSummary && { display_in_profile_summary: true }),
  required: field.required,
  editable_by_user: field.editableByUser,
  ...(field.useForUserMatching && { use_for_user_matching: true }),
});
