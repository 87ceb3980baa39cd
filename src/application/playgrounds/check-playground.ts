import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, type FieldProblem, invalidFields } from "../../domain/errors";
import { type Playground, playgroundLimits } from "../../domain/playground";
import type { UrlTemplates } from "../ports/url-templates";

/** A playground as an administrator writes it. */
export type WantedPlayground = Omit<Playground, "id">;

const blank = "This field cannot be blank.";
const { languageLength } = playgroundLimits;

/** A playground as it is kept, if no other has its name for the language. */
export const checkPlayground = (
  urlTemplates: UrlTemplates,
  others: readonly Playground[],
  given: WantedPlayground,
): Either<ApiError, WantedPlayground> => {
  if ([...given.pygmentsLanguage].length > languageLength)
    return left(badRequest(`pygments_language is too long (limit: ${languageLength} characters)`));
  if (!/^[ a-zA-Z0-9_+,\-./#]*$/.test(given.pygmentsLanguage))
    return left(badRequest("Invalid characters in pygments language"));
  const wanted: WantedPlayground = {
    name: given.name.trim(),
    pygmentsLanguage: given.pygmentsLanguage.trim(),
    urlTemplate: given.urlTemplate.trim(),
  };
  const isTaken = others.some(
    ({ name, pygmentsLanguage }) => name === wanted.name && pygmentsLanguage === wanted.pygmentsLanguage,
  );
  const taken = "Realm playground with this Realm, Pygments language and Name already exists.";
  const [first, ...rest]: readonly FieldProblem[] = [
    ...templateProblems(urlTemplates, wanted.urlTemplate),
    ...(wanted.name === "" ? [{ field: "name", message: blank }] : []),
    ...(wanted.pygmentsLanguage === "" ? [{ field: "pygmentsLanguage", message: blank }] : []),
    ...variableProblems(urlTemplates, wanted.urlTemplate),
    ...(isTaken ? [{ message: taken }] : []),
  ];
  return first ? left(invalidFields([first, ...rest])) : right(wanted);
};

const templateProblems = (urlTemplates: UrlTemplates, template: string): readonly FieldProblem[] => {
  if (template === "") return [{ field: "urlTemplate", message: blank }];
  // Clients open it: a script must be none.
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
