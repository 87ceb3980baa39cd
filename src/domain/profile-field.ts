import * as t from "io-ts";
import { dictionary, entity, nullable, oneOf, optional } from "./codec";

/** What the values of a custom field are. */
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

/** What there is to choose from, by the key that is kept as value. */
export type DropdownChoices = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

/** An account elsewhere: one of the services that are known, or one with its own URL pattern. */
export interface ExternalAccount {
  readonly subtype: string;
  /** Holds `%(username)s`, in place of which the value goes. For the subtype `custom` only. */
  readonly urlPattern?: string;
}

/** A field that the realm adds to its people's profiles. API §2.5b. */
export interface ProfileField {
  readonly id: number;
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
  id: t.number,
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

/** A user's value of a field, as it is kept: text; for the users type, a JSON list of ids. API §2.2. */
export interface ProfileValue {
  readonly value: string;
  /** HTML, for the types that people write Markdown in. */
  readonly renderedValue?: string;
}

export const profileValueCodec = entity<ProfileValue>({
  value: t.string,
  renderedValue: optional(t.string),
});

/** Lengths in code points; and how many fields the summary of a profile shows. */
export const profileFieldLimits = { nameLength: 40, hintLength: 80, inSummary: 2 } as const;

/** Types whose values are Markdown. */
export const isMarkdownField = ({ type }: Pick<ProfileField, "type">): boolean =>
  type === "short_text" || type === "paragraph";

/** Accounts that clients know by name, with the pattern of their profiles' URLs. */
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
