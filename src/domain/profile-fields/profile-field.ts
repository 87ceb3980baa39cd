import * as t from "io-ts";
import { dictionary, entity, nullable, oneOf, optional } from "../codec/codec";
import { type ProfileFieldId, profileFieldIdCodec } from "../ids";

/** Types of custom profile fields. */
export const profileFieldTypes = [
  "short_text",
  "paragraph",
  "dropdown",
  "date",
  "link",
  "users",
  "external_account",
  "pronouns",
] as const;
export type ProfileFieldType = (typeof profileFieldTypes)[number];

/** The options of a dropdown field, by stored value. */
export type DropdownChoices = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

/** An account at another service: a known one, or one with its own URL pattern. */
export interface ExternalAccount {
  readonly subtype: string;
  /** Contains `%(username)s`, which the value replaces. Only for the subtype `custom`. */
  readonly urlPattern?: string;
}

/** A custom field in the profiles of a realm. API §2.5b. */
export interface ProfileField {
  readonly id: ProfileFieldId;
  readonly type: ProfileFieldType;
  readonly name: string;
  readonly hint: string;
  readonly choices: DropdownChoices | null;
  readonly externalAccount: ExternalAccount | null;
  readonly displayInProfileSummary: boolean;
  readonly required: boolean;
  readonly editableByUser: boolean;
  readonly useForUserMatching: boolean;
}

export const profileFieldCodec = entity<ProfileField>({
  id: profileFieldIdCodec,
  type: oneOf(...profileFieldTypes),
  name: t.string,
  hint: t.string,
  choices: nullable(dictionary(entity<DropdownChoices[string]>({ text: t.string, order: t.string }))),
  externalAccount: nullable(entity<ExternalAccount>({ subtype: t.string, urlPattern: optional(t.string) })),
  displayInProfileSummary: t.boolean,
  required: t.boolean,
  editableByUser: t.boolean,
  useForUserMatching: t.boolean,
});

/** A user's value of a field: text, or for the users type a JSON list of ids. API §2.2. */
export interface ProfileValue {
  readonly value: string;
  /** HTML, for Markdown fields. */
  readonly renderedValue?: string;
}

export const profileValueCodec = entity<ProfileValue>({
  value: t.string,
  renderedValue: optional(t.string),
});

/** Lengths in code points, and how many fields a profile's summary shows. */
export const profileFieldLimits = { nameLength: 40, hintLength: 80, inSummary: 2 } as const;

/** Whether the field's values are Markdown. */
export const isMarkdownField = ({ type }: Pick<ProfileField, "type">): boolean =>
  type === "short_text" || type === "paragraph";

/** Services that clients know by name, with the pattern of their profile URLs. */
export const knownAccounts: Readonly<
  Record<
    string,
    { readonly name: string; readonly text: string; readonly hint: string; readonly urlPattern: string }
  >
> = {
  twitter: {
    name: "Twitter username",
    text: "Twitter",
    hint: "",
    urlPattern: "https://twitter.com/%(username)s",
  },
  github: {
    name: "GitHub username",
    text: "GitHub",
    hint: "",
    urlPattern: "https://github.com/%(username)s",
  },
};
