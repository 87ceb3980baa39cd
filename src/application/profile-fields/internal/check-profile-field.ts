import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { checkLength } from "../../../domain/check-length";
import type { ProfileFieldId } from "../../../domain/ids";
import { type InputError, invalidNameCharacters } from "../../../domain/input-refusals";
import {
  type DropdownChoices,
  type ExternalAccount,
  knownAccounts,
  type ProfileField,
  type ProfileFieldType,
  profileFieldLimits,
} from "../../../domain/profile-fields/profile-field";
import {
  blankProfileFieldName,
  fieldDataRefusals,
  fieldTypeNotForMatching,
  fieldTypeNotForSummary,
  invalidChoiceCharacters,
  invalidHintCharacters,
  type ProfileFieldError,
  profileFieldHintTooLong,
  profileFieldNameTaken,
  profileFieldNameTooLong,
  tooManyFieldsInSummary,
} from "../../../domain/profile-fields/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { breaksLine, isMisleading } from "../../../domain/text/name-characters";
import { isSameName } from "../../../domain/text/same-name";

/** The `field_data` of a field as the caller sends it: choices, or an external account. */
export type FieldDataInput = Readonly<Record<string, unknown>>;

/** A field as an administrator enters it. API §4.7. */
export interface FieldInput extends Omit<ProfileField, "id" | "type" | "choices" | "externalAccount"> {
  readonly data: FieldDataInput;
}

type Checked<A> = E.Either<InputError | ProfileFieldError, A>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const checkChoices = (data: FieldDataInput): Checked<DropdownChoices> => {
  if (Object.keys(data).length === 0) return E.left(fieldDataRefusals.noChoices);
  const choices: (readonly [key: string, choice: DropdownChoices[string]])[] = [];
  for (const [key, choice] of Object.entries(data)) {
    if (key.trim() === "") return E.left(fieldDataRefusals.blankChoiceKey);
    if (!isObject(choice)) return E.left(fieldDataRefusals.choiceNotDict);
    const { text, order } = choice;
    if (text === undefined) return E.left(fieldDataRefusals.choiceWithoutText);
    if (order === undefined) return E.left(fieldDataRefusals.choiceWithoutOrder);
    if (typeof text !== "string") return E.left(fieldDataRefusals.choiceTextNotString);
    if (text.trim() === "") return E.left(fieldDataRefusals.blankChoiceText);
    if (isMisleading(text)) return E.left(invalidChoiceCharacters);
    if (typeof order !== "string") return E.left(fieldDataRefusals.choiceOrderNotString);
    choices.push([key, { text, order }]);
  }
  const texts = new Set(choices.map(([, { text }]) => text));
  if (texts.size < choices.length) return E.left(fieldDataRefusals.duplicateChoices);
  // Assignment would be unsafe: a key may be `__proto__`.
  return E.right(Object.fromEntries(choices));
};

const placeholder = "%(username)s";

const checkAccount = ({ subtype, url_pattern: pattern }: FieldDataInput): Checked<ExternalAccount> => {
  if (subtype === undefined) return E.left(fieldDataRefusals.accountWithoutSubtype);
  if (typeof subtype !== "string") return E.left(fieldDataRefusals.subtypeNotString);
  if (subtype !== "custom")
    return Object.hasOwn(knownAccounts, subtype)
      ? E.right({ subtype })
      : E.left(fieldDataRefusals.unknownSubtype);
  if (pattern === undefined) return E.left(fieldDataRefusals.urlPatternMissing);
  if (typeof pattern !== "string") return E.left(fieldDataRefusals.urlPatternNotString);
  if (pattern.split(placeholder).length !== 2) return E.left(fieldDataRefusals.urlPatternWithoutUsername);
  const example = pattern.replace(placeholder, "username");
  return URL.canParse(example) && /^https?:$/.test(new URL(example).protocol)
    ? E.right({ subtype, urlPattern: pattern })
    : E.left(fieldDataRefusals.urlPatternNotUrl);
};

const checkData = (
  type: ProfileFieldType,
  data: FieldDataInput,
): Checked<Pick<ProfileField, "choices" | "externalAccount">> => {
  switch (type) {
    case "dropdown":
      return pipe(
        checkChoices(data),
        E.map((choices) => ({ choices, externalAccount: null })),
      );
    case "external_account":
      return pipe(
        checkAccount(data),
        E.map((externalAccount) => ({ choices: null, externalAccount })),
      );
    default:
      return E.right({ choices: null, externalAccount: null });
  }
};

type FieldTexts = Pick<FieldInput, "name" | "hint">;

/** A hint that stays may have characters that were once accepted. */
const checkTexts = (texts: FieldTexts, oldHint: string | undefined): Checked<FieldTexts> => {
  const { name, hint } = texts;
  const { nameLength, hintLength } = profileFieldLimits;
  if (name === "") return E.left(blankProfileFieldName);
  if (isMisleading(name)) return E.left(invalidNameCharacters);
  if (hint !== oldHint && breaksLine(hint)) return E.left(invalidHintCharacters);
  return pipe(
    checkLength(hintLength, profileFieldHintTooLong)(hint),
    E.chain(() => checkLength(nameLength, profileFieldNameTooLong)(name)),
    E.map(() => texts),
  );
};

/** The field's name and hint. Accounts known to clients have fixed ones. */
const fieldTexts = (input: FieldInput, account: ExternalAccount | null): FieldTexts => {
  const known = account && knownAccounts[account.subtype];
  return known ? { name: known.name, hint: known.hint } : { name: input.name.trim(), hint: input.hint };
};

/** The field, if it is valid and doesn't clash with the realm's other fields. It may replace the one with its id. */
export const checkProfileField = (
  state: RealmState,
  id: ProfileFieldId,
  type: ProfileFieldType,
  input: FieldInput,
): Checked<ProfileField> => {
  const others = state.profileFields.filter((field) => field.id !== id);
  const inSummary = others.filter(({ displayInProfileSummary }) => displayInProfileSummary).length;
  if (input.displayInProfileSummary && inSummary >= profileFieldLimits.inSummary)
    return E.left(tooManyFieldsInSummary);
  const oldHint = state.profileFields.find((field) => field.id === id)?.hint;
  const { displayInProfileSummary, required, editableByUser, useForUserMatching } = input;
  return pipe(
    E.Do,
    E.bindW("data", () => checkData(type, input.data)),
    E.bindW("texts", ({ data }) => checkTexts(fieldTexts(input, data.externalAccount), oldHint)),
    E.chainFirstW(() => checkUses(type, input)),
    E.filterOrElseW(
      ({ texts }) => !others.some((field) => isSameName(field.name, texts.name)),
      () => profileFieldNameTaken,
    ),
    E.map(({ data, texts }) => ({
      id,
      type,
      ...texts,
      ...data,
      displayInProfileSummary,
      required,
      editableByUser,
      useForUserMatching,
    })),
  );
};

const checkUses = (type: ProfileFieldType, input: FieldInput): Checked<undefined> => {
  if (input.displayInProfileSummary && type === "users") return E.left(fieldTypeNotForSummary);
  return input.useForUserMatching && type !== "short_text" && type !== "external_account"
    ? E.left(fieldTypeNotForMatching)
    : E.right(undefined);
};
