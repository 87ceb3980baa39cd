import { chain, type Either, isLeft, left, right } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { checkLength } from "../../../domain/check-length";
import { type InputError, invalidCharacters } from "../../../domain/input-refusals";
import { type Playground, playgroundLimits } from "../../../domain/realm/playground";
import {
  invalidPlayground,
  invalidPlaygroundLanguage,
  type PlaygroundError,
  playgroundLanguageTooLong,
} from "../../../domain/realm/playground-refusals";
import type { FieldProblem } from "../../../domain/refusal";
import { isMisleading } from "../../../domain/text/name-characters";
import type { UrlTemplates } from "../../ports/linkifiers/url-templates";

/** A playground as an administrator enters it. */
export type PlaygroundInput = Omit<Playground, "id">;

const blank = "This field cannot be blank.";
const { nameLength, languageLength, templateLength } = playgroundLimits;

const checkLengths = ({ name, urlTemplate }: PlaygroundInput): Either<InputError, string> =>
  pipe(
    checkLength("name", nameLength)(name),
    chain(() => checkLength("url_template", templateLength)(urlTemplate)),
  );

/** The trimmed playground, if it is valid and no other for the language has its name. */
export const checkPlayground = (
  urlTemplates: UrlTemplates,
  others: readonly Playground[],
  given: PlaygroundInput,
): Either<InputError | PlaygroundError, PlaygroundInput> => {
  if ([...given.pygmentsLanguage].length > languageLength)
    return left(playgroundLanguageTooLong(languageLength));
  if (!/^[ a-zA-Z0-9_+,\-./#]*$/.test(given.pygmentsLanguage)) return left(invalidPlaygroundLanguage);
  const wanted: PlaygroundInput = {
    name: given.name.trim(),
    pygmentsLanguage: given.pygmentsLanguage.trim(),
    urlTemplate: given.urlTemplate.trim(),
  };
  const lengths = checkLengths(wanted);
  if (isLeft(lengths)) return lengths;
  if (isMisleading(wanted.name)) return left(invalidCharacters("name"));
  const isTaken = others.some(
    ({ name, pygmentsLanguage }) => name === wanted.name && pygmentsLanguage === wanted.pygmentsLanguage,
  );
  const taken = "Realm playground with this Realm, Pygments language and Name already exists.";
  const [first, ...moreProblems]: readonly FieldProblem[] = [
    ...templateProblems(urlTemplates, wanted.urlTemplate),
    ...(wanted.name === "" ? [{ field: "name", message: blank }] : []),
    ...(wanted.pygmentsLanguage === "" ? [{ field: "pygmentsLanguage", message: blank }] : []),
    ...variableProblems(urlTemplates, wanted.urlTemplate),
    ...(isTaken ? [{ message: taken }] : []),
  ];
  return first ? left(invalidPlayground([first, ...moreProblems])) : right(wanted);
};

const templateProblems = (urlTemplates: UrlTemplates, template: string): readonly FieldProblem[] => {
  if (template === "") return [{ field: "urlTemplate", message: blank }];
  // Clients open the URL, so it must not be a script.
  return urlTemplates.variablesOf(template) === undefined || !/^https?:\/\/[^{}/]/i.test(template)
    ? [{ field: "urlTemplate", message: "Invalid URL template." }]
    : [];
};

const variableProblems = (urlTemplates: UrlTemplates, template: string): readonly FieldProblem[] => {
  const variables = urlTemplates.variablesOf(template);
  if (variables === undefined) return [];
  if (!variables.includes("code"))
    return [{ message: 'Missing the required variable "code" in the URL template' }];
  return variables.length > 1
    ? [{ message: '"code" should be the only variable present in the URL template' }]
    : [];
};
