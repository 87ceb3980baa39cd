import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { checkLength } from "../../../domain/check-length";
import { type InputError, invalidNameCharacters, urlTemplateTooLong } from "../../../domain/input-refusals";
import { type Playground, playgroundLimits } from "../../../domain/playgrounds/playground";
import {
  invalidPlayground,
  invalidPlaygroundLanguage,
  type PlaygroundError,
  playgroundLanguageTooLong,
  playgroundNameTooLong,
} from "../../../domain/playgrounds/refusals";
import type { FieldProblem } from "../../../domain/refusal";
import { isMisleading } from "../../../domain/text/name-characters";
import type { UrlTemplates } from "../../ports/linkifiers/url-templates";

/** A playground as an administrator enters it. */
export type PlaygroundInput = Omit<Playground, "id">;

const blank = "This field cannot be blank.";
const { nameLength, languageLength, templateLength } = playgroundLimits;

const checkLengths = ({ name, urlTemplate }: PlaygroundInput): E.Either<InputError, string> =>
  pipe(
    checkLength(nameLength, playgroundNameTooLong)(name),
    E.chain(() => checkLength(templateLength, urlTemplateTooLong)(urlTemplate)),
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
  return pipe(
    checkLengths(playground),
    E.filterOrElseW(
      () => !isMisleading(playground.name),
      () => invalidNameCharacters,
    ),
    E.chainW(() => checkProblems(problemsOf(urlTemplates, others, playground))),
    E.map(() => playground),
  );
};

const checkProblems = ([first, ...others]: readonly FieldProblem[]): E.Either<PlaygroundError, undefined> =>
  first ? E.left(invalidPlayground([first, ...others])) : E.right(undefined);

const problemsOf = (
  urlTemplates: UrlTemplates,
  others: readonly Playground[],
  playground: PlaygroundInput,
): readonly FieldProblem[] => {
  const isTaken = others.some(
    ({ name, pygmentsLanguage }) =>
      name === playground.name && pygmentsLanguage === playground.pygmentsLanguage,
  );
  const taken = "Realm playground with this Realm, Pygments language and Name already exists.";
  return [
    ...templateProblems(urlTemplates, playground.urlTemplate),
    ...(playground.name === "" ? [{ field: "name", message: blank }] : []),
    ...(playground.pygmentsLanguage === "" ? [{ field: "pygmentsLanguage", message: blank }] : []),
    ...variableProblems(urlTemplates, playground.urlTemplate),
    ...(isTaken ? [{ message: taken }] : []),
  ];
};

const templateProblems = (urlTemplates: UrlTemplates, template: string): readonly FieldProblem[] => {
  if (template === "") return [{ field: "urlTemplate", message: blank }];
  const invalid = [{ field: "urlTemplate", message: "Invalid URL template." }];
  // Clients open the URL, so it must not be a script.
  if (!/^https?:\/\/[^{}/]/i.test(template)) return invalid;
  return pipe(
    urlTemplates.variablesOf(template),
    E.match(
      () => invalid,
      () => [],
    ),
  );
};

const variableProblems = (urlTemplates: UrlTemplates, template: string): readonly FieldProblem[] =>
  pipe(
    urlTemplates.variablesOf(template),
    // An unreadable template is a problem of its own.
    E.match(() => [], problemsOfVariables),
  );

const problemsOfVariables = (variables: readonly string[]): readonly FieldProblem[] => {
  if (!variables.includes("code"))
    return [{ message: 'Missing the required variable "code" in the URL template' }];
  return variables.length > 1
    ? [{ message: '"code" should be the only variable present in the URL template' }]
    : [];
};
