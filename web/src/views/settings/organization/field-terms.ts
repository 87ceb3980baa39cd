import type { FieldTerms } from "../../../api/organization";
import { FieldType } from "../../../wire/numbers";
import type { ProfileField } from "../../../wire/wire";
import { adminWords } from "../../../words/en-administration";
import { cardWords } from "../../../words/en-cards";
import { screenWords } from "../../../words/en-settings-screens";
import { choicesOf } from "../../cards/profile-text";

export const allFieldTypes = [
  FieldType.text,
  FieldType.longText,
  FieldType.choice,
  FieldType.date,
  FieldType.link,
  FieldType.people,
  FieldType.account,
  FieldType.pronouns,
] as const;

/** An option of a list field. */
export interface Choice {
  /** Unique within the form. */
  readonly id: number;
  /** The stored value for people who choose it; stays when the label changes. */
  readonly value: string;
  readonly text: string;
}

/** A draft of a profile field. */
export interface FieldDraft {
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  readonly choices: readonly Choice[];
  /** A known service, or `custom` with a pattern. */
  readonly account: string;
  readonly pattern: string;
  readonly isRequired: boolean;
  readonly isOnCard: boolean;
  readonly isForUsers: boolean;
}

export const emptyField: FieldDraft = {
  type: FieldType.text,
  name: "",
  hint: "",
  choices: [],
  account: "custom",
  pattern: "",
  isRequired: false,
  isOnCard: false,
  isForUsers: true,
};

const dataOf = (field: ProfileField): Readonly<Record<string, unknown>> =>
  JSON.parse(field.field_data || "{}");

export const draftOf = (field: ProfileField): FieldDraft => {
  const data = field.type === FieldType.account ? dataOf(field) : {};
  return {
    type: field.type,
    name: field.name,
    hint: field.hint,
    choices: choicesOf(field).map(([value, text], id) => ({ id, value, text })),
    account: String(data.subtype ?? "custom"),
    pattern: String(data.url_pattern ?? ""),
    isRequired: field.required,
    isOnCard: field.display_in_profile_summary ?? false,
    isForUsers: field.editable_by_user,
  };
};

/** The options plus a new one, with a value that none has or had in this form. */
export const withChoice = (choices: readonly Choice[]): readonly Choice[] => {
  const numbers = choices.map(({ value }) => Number(value)).filter(Number.isInteger);
  const id = Math.max(-1, ...choices.map((one) => one.id)) + 1;
  return [...choices, { id, value: String(Math.max(-1, ...numbers) + 1), text: "" }];
};

const dataFor = ({ type, choices, account, pattern }: FieldDraft): object => {
  if (type === FieldType.choice)
    return Object.fromEntries(
      choices
        .filter(({ text }) => text.trim() !== "")
        .map(({ value, text }, place) => [value, { text: text.trim(), order: String(place + 1) }]),
    );
  if (type !== FieldType.account) return {};
  return account === "custom" ? { subtype: account, url_pattern: pattern.trim() } : { subtype: account };
};

/** The draft as request fields. */
export const termsOf = (draft: FieldDraft): FieldTerms => ({
  name: draft.name.trim(),
  hint: draft.hint.trim(),
  data: dataFor(draft),
  isRequired: draft.isRequired,
  isForUsers: draft.isForUsers,
  // Fields that list people don't fit on profile cards.
  isOnCard: draft.isOnCard && draft.type !== FieldType.people,
});

/** The key that recognizes this window's own changes of a field. */
export const fieldKey = ({ id }: ProfileField): string => `profile field ${id}`;

/** The labels of a field's properties. */
export const draftLabels: Readonly<Record<keyof FieldDraft, string>> = {
  type: adminWords.fieldKind,
  name: cardWords.name,
  hint: adminWords.fieldHint,
  choices: adminWords.choices,
  account: adminWords.account,
  pattern: adminWords.accountPattern,
  isRequired: adminWords.fieldRequired,
  isOnCard: adminWords.fieldOnCard,
  isForUsers: adminWords.fieldForUsers,
};

/** A field's property as text. */
export const draftText = (draft: FieldDraft, part: keyof FieldDraft): string => {
  if (part === "choices") return draft.choices.map(({ text }) => text).join(", ");
  const value = draft[part];
  return typeof value === "boolean" ? (value ? screenWords.on : screenWords.off) : String(value);
};

/** A field's summary for the list. */
export const fieldText = (field: ProfileField): string => {
  const facts = [
    adminWords.fieldKinds[field.type] ?? "",
    ...(field.required ? [adminWords.fieldRequired] : []),
    ...(field.display_in_profile_summary ? [adminWords.fieldOnCard] : []),
    ...(field.hint === "" ? [] : [field.hint]),
  ];
  return facts.join(" · ");
};
