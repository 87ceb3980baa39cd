import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import {
  type DropdownChoices,
  type ExternalAccount,
  knownAccounts,
  type ProfileField,
  type ProfileFieldType,
  profileFieldLimits,
} from "../../domain/profile-field";
import type { RealmState } from "../../domain/realm-state";
import { reordersText } from "../../domain/reordering";

/** The data of a field as a caller gives it: choices, or an external account. */
export type GivenFieldData = Readonly<Record<string, unknown>>;

/** What administrators say of a field. API §4.7. */
export interface FieldInput
  extends Pick<
    ProfileField,
    "name" | "hint" | "displayInProfileSummary" | "required" | "editableByUser" | "useForUserMatching"
  > {
  readonly data: GivenFieldData;
}

type Checked<A> = Either<ApiError, A>;
const wrong = (message: string) => left(badRequest(message));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const checkChoices = (data: GivenFieldData): Checked<DropdownChoices> => {
  if (Object.keys(data).length === 0) return wrong("Field must have at least one choice.");
  const choices: (readonly [key: string, choice: DropdownChoices[string]])[] = [];
  for (const [key, choice] of Object.entries(data)) {
    if (key.trim() === "") return wrong("'value' cannot be blank.");
    if (!isObject(choice)) return wrong("field_data is not a dict");
    const { text, order } = choice;
    if (text === undefined) return wrong("text key is missing from field_data");
    if (order === undefined) return wrong("order key is missing from field_data");
    if (typeof text !== "string") return wrong('field_data["text"] is not a string');
    if (text.trim() === "") return wrong('field_data["text"] cannot be blank.');
    if (typeof order !== "string") return wrong('field_data["order"] is not a string');
    choices.push([key, { text, order }]);
  }
  const texts = new Set(choices.map(([, { text }]) => text));
  if (texts.size < choices.length) return wrong("Field must not have duplicate choices.");
  // Not by assignment: a key may be `__proto__`.
  return right(Object.fromEntries(choices));
};

const placeholder = "%(username)s";

const checkAccount = ({ subtype, url_pattern: pattern }: GivenFieldData): Checked<ExternalAccount> => {
  if (subtype === undefined) return wrong("subtype key is missing from field_data");
  if (typeof subtype !== "string") return wrong('field_data["subtype"] is not a string');
  if (subtype !== "custom")
    return Object.hasOwn(knownAccounts, subtype)
      ? right({ subtype })
      : wrong("Invalid external account type");
  if (pattern === undefined) return wrong("Custom external account must define URL pattern");
  if (typeof pattern !== "string") return wrong('field_data["url_pattern"] is not a string');
  if (pattern.split(placeholder).length !== 2) return wrong(`URL pattern must contain '${placeholder}'`);
  const example = pattern.replace(placeholder, "username");
  return URL.canParse(example) && /^https?:$/.test(new URL(example).protocol)
    ? right({ subtype, urlPattern: pattern })
    : wrong("url_pattern is not a URL");
};

const checkData = (
  type: ProfileFieldType,
  data: GivenFieldData,
): Checked<Pick<ProfileField, "choices" | "externalAccount">> => {
  if (type === "dropdown") {
    const choices = checkChoices(data);
    return isLeft(choices) ? choices : right({ choices: choices.right, externalAccount: null });
  }
  if (type !== "external_account") return right({ choices: null, externalAccount: null });
  const account = checkAccount(data);
  return isLeft(account) ? account : right({ choices: null, externalAccount: account.right });
};

const checkTexts = (name: string, hint: string): Checked<void> => {
  const { nameLength, hintLength } = profileFieldLimits;
  if (name === "") return wrong("Label cannot be blank.");
  if (reordersText(name)) return wrong("Invalid characters in name!");
  if (reordersText(hint)) return wrong("Invalid characters in hint!");
  if ([...hint].length > hintLength) return wrong(`hint is too long (limit: ${hintLength} characters)`);
  return [...name].length > nameLength
    ? wrong(`name is too long (limit: ${nameLength} characters)`)
    : right(undefined);
};

/** An account that clients know has the name and hint that they know. */
const namesOf = (input: FieldInput, account: ExternalAccount | null): Pick<FieldInput, "name" | "hint"> => {
  const known = account && knownAccounts[account.subtype];
  return known ? { name: known.name, hint: known.hint } : { name: input.name.trim(), hint: input.hint };
};

/** A field that can join the others, or take the place of the one with its id. */
export const checkProfileField = (
  state: RealmState,
  id: number,
  type: ProfileFieldType,
  input: FieldInput,
): Checked<ProfileField> => {
  const others = state.profileFields.filter((field) => field.id !== id);
  const inSummary = others.filter(({ displayInProfileSummary }) => displayInProfileSummary).length;
  if (input.displayInProfileSummary && inSummary >= profileFieldLimits.inSummary)
    return wrong(
      `Only ${profileFieldLimits.inSummary} custom profile fields can be displayed in the profile summary.`,
    );
  const data = checkData(type, input.data);
  if (isLeft(data)) return data;
  const names = namesOf(input, data.right.externalAccount);
  const texts = checkTexts(names.name, names.hint);
  if (isLeft(texts)) return texts;
  if (input.displayInProfileSummary && type === "users")
    return wrong("Field type not supported for display in profile summary.");
  if (input.useForUserMatching && type !== "short_text" && type !== "external_account")
    return wrong("Field type not supported for use for user matching.");
  const { displayInProfileSummary, required, editableByUser, useForUserMatching } = input;
  if (others.some((field) => field.name.toLowerCase() === names.name.toLowerCase()))
    return wrong("A field with that label already exists.");
  return right({
    id,
    type,
    ...names,
    ...data.right,
    displayInProfileSummary,
    required,
    editableByUser,
    useForUserMatching,
  });
};
