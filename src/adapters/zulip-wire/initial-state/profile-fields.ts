import type { ProfileFieldType } from "../../../domain/profile-fields/profile-field";
import { profileFieldTypes } from "../../../domain/profile-fields/profile-field";
import { profileFieldTypeNumbers } from "../codecs/type-numbers";
import { encodeProfileField } from "../encode/profile-field";
import type { StatePart } from "./context";

const names: Readonly<Record<ProfileFieldType, readonly [wire: string, shown: string]>> = {
  short_text: ["SHORT_TEXT", "Text (short)"],
  paragraph: ["LONG_TEXT", "Text (long)"],
  dropdown: ["SELECT", "List of options"],
  date: ["DATE", "Date"],
  link: ["URL", "Link"],
  users: ["USER", "Users"],
  external_account: ["EXTERNAL_ACCOUNT", "External account"],
  pronouns: ["PRONOUNS", "Pronouns"],
};

const types = Object.fromEntries(
  profileFieldTypes.map((type) => {
    const [wire, name] = names[type];
    return [wire, { id: profileFieldTypeNumbers[type], name }];
  }),
);

export const profileFieldsPart: StatePart = ({ state }) => ({
  custom_profile_fields: state.profileFields.map(encodeProfileField),
  custom_profile_field_types: types,
});
