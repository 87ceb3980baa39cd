import * as E from "fp-ts/Either";
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

const checkLengths = ({ name, urlTemplate }: PlaygroundInput): E.Either<InputError, string> =>
  pipe(
    checkLength("name", nameLength)(name),
    E.chain(() => checkLength("url_template", templateLength)(urlTemplate)),
  );

/** The trimmed playground, if it is valid and no other for the language has its name. */
export const checkPlayground = (
  urlTemplates: UrlTemplates,
  others: readonly Playground[],
  input: PlaygroundInput,
): E.Either<InputError | PlaygroundError, PlaygroundInput> => {
  if ([...input.pygmentsLanguage].length > languageLength)
    return E.left(playgroundLanguageTooLong(languageLength));
  if (!/^[ a-zA-Z0-9_+,\-./#]*$/.test(input.pygmentsLanguage)) return E.left(invalidPlaygroundLanguage);
  const playground: PlaygroundInput = {
    name: input.name.trim(),
    pygmentsLanguage: input.pygmentsLanguage.trim(),
    urlTemplate: input.urlTemplate.trim(),
  };
  const lengths = checkLengths(playground);
  if (E.isLeft(lengths)) return lengths;
  if (isMisleading(playground.name)) return E.left(invalidCharacters("name"));
  const isTaken = others.some(
    ({ name, pygmentsLanguage }) =>
      name === playground.name && pygmentsLanguage === playground.pygmentsLanguage,
  );
  const taken = "Realm playground with this Realm, Pygments language and Name already exists.";
  const [first, ...moreProblems]: readonly FieldProblem[] = [
    ...templateProblems(urlTemplates, playground.urlTemplate),
    ...(playground.name === "" ? [{ field: "name", message: blank }] : []),
    ...(playground.pygmentsLanguage === "" ? [{ field: "pygmentsLanguage", message: blank }] : []),
    ...variableProblems(urlTemplates, playground.urlTemplate),
    ...(isTaken ? [{ message: taken }] : []),
  ];
  return first ? E.left(invalidPlayground([first, ...moreProblems])) : E.right(playground);
};

const templateProblems = (urlTemplates: UrlTemplates, template: string): readonly FieldProblem[] => {
  if (template === "") return [{ field: "urlTemplate", message: blank }];
  // Clients open the URL, so it must not be a script.
  return E.isLeft(urlTemplates.variablesOf(template)) || !/^https?:\/\/[^{}/]/i.test(template)
    ? [{ field: "urlTemplate", message: "Invalid URL template." }]
    : [];
};

const variableProblems = (urlTemplates: UrlTemplates, template: string): readonly FieldProblem[] => {
  const found = urlTemplates.variablesOf(template);
  if (E.isLeft(found)) return [];
  const variables = found.right;
  if (!variables.includes("code"))
    return [{ message: 'Missing the required variable "code" in the URL template' }];
  return variables.length > 1
    ? [{ message: '"code" should be the only variable present in the URL template' }]
    : [];
};
