import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, type FieldProblem, invalidFields } from "../../domain/errors";
import { expandReverse, type Linkifier } from "../../domain/linkifier";
import type { LinkifierPattern, LinkifierPatterns } from "../ports/linkifier-patterns";
import type { UrlTemplates } from "../ports/url-templates";

/** What linkifiers are checked by. */
export interface LinkifierPorts {
  readonly linkifierPatterns: LinkifierPatterns;
  readonly urlTemplates: UrlTemplates;
}

/** A linkifier as an administrator writes it. */
export type WantedLinkifier = Omit<Linkifier, "id">;

export const noSuchLinkifier = badRequest("Linkifier not found.");

const blank = "This field cannot be blank.";

const textOrNull = (text: string | null): string | null => text?.trim() || null;

/** A linkifier as it is kept, if pattern and templates go with each other and no other has the pattern. */
export const checkLinkifier = (
  ports: LinkifierPorts,
  others: readonly Linkifier[],
  given: WantedLinkifier,
): Either<ApiError, WantedLinkifier> => {
  const wanted: WantedLinkifier = {
    pattern: given.pattern.trim(),
    urlTemplate: given.urlTemplate.trim(),
    exampleInput: textOrNull(given.exampleInput),
    reverseTemplate: textOrNull(given.reverseTemplate),
    alternativeUrlTemplates: given.alternativeUrlTemplates.flatMap((one) => textOrNull(one) ?? []),
  };
  const wrongFields = [...fieldProblems(ports, wanted)];
  const wrongTogether = problemTogether(ports, wanted);
  const isTaken = wanted.pattern !== "" && others.some(({ pattern }) => pattern === wanted.pattern);
  const [first, ...rest]: readonly FieldProblem[] = [
    ...wrongFields,
    ...(wrongTogether ? [wrongTogether] : []),
    ...(isTaken ? [{ message: "Realm filter with this Realm and Pattern already exists." }] : []),
  ];
  return first ? left(invalidFields([first, ...rest])) : right(wanted);
};

/** What is wrong with each field by itself. */
function* fieldProblems({ urlTemplates }: LinkifierPorts, wanted: WantedLinkifier): Iterable<FieldProblem> {
  // Clients open what comes of it: a script must be none, whatever is matched.
  const isNone = (template: string): boolean =>
    urlTemplates.variablesOf(template) === undefined || !/^https?:\/\/[^/]/i.test(template);
  const message = "Invalid URL template.";
  if (wanted.pattern === "") yield { field: "pattern", message: blank };
  if (wanted.urlTemplate === "") yield { field: "urlTemplate", message: blank };
  else if (isNone(wanted.urlTemplate)) yield { field: "urlTemplate", message };
  if (wanted.alternativeUrlTemplates.some(isNone)) yield { field: "alternativeUrlTemplates", message };
}

/** The first thing that is wrong between the fields. */
const problemTogether = (ports: LinkifierPorts, wanted: WantedLinkifier): FieldProblem | undefined => {
  const compiled = ports.linkifierPatterns.compile(wanted.pattern);
  if (isLeft(compiled)) return { message: `Bad regular expression: ${compiled.left}` };
  return exampleProblem(compiled.right, wanted) ?? groupProblem(ports, compiled.right, wanted);
};

const exampleProblem = (
  pattern: LinkifierPattern,
  { exampleInput, reverseTemplate }: WantedLinkifier,
): FieldProblem | undefined => {
  if (exampleInput === null)
    return reverseTemplate === null
      ? undefined
      : { field: "exampleInput", message: "Example text is required for an auto-conversion field." };
  const groups = pattern.search(exampleInput);
  if (groups === undefined)
    return { field: "exampleInput", message: "Example input does not match the linkifier pattern." };
  if (reverseTemplate === null) return undefined;
  const reversed = expandReverse(reverseTemplate, groups);
  if (isLeft(reversed)) return { field: "reverseTemplate", message: reversed.left };
  return reversed.right === exampleInput
    ? undefined
    : { field: "reverseTemplate", message: "Example text does not match auto-conversion field." };
};

/** The pattern's groups are the template's variables, all of them. A further template needs no more. */
const groupProblem = (
  { urlTemplates }: LinkifierPorts,
  { groupNames }: LinkifierPattern,
  { urlTemplate, alternativeUrlTemplates }: WantedLinkifier,
): FieldProblem | undefined => {
  const variables = urlTemplates.variablesOf(urlTemplate);
  if (variables === undefined) return undefined;
  const unknown = firstMissing(variables, groupNames);
  if (unknown !== undefined)
    return { message: `Group '${unknown}' in URL template is not present in linkifier pattern.` };
  const unused = firstMissing(groupNames, variables);
  if (unused !== undefined)
    return { message: `Group '${unused}' in linkifier pattern is not present in URL template.` };
  const others = alternativeUrlTemplates.flatMap((template) => urlTemplates.variablesOf(template) ?? []);
  const stray = firstMissing(others, groupNames);
  return stray === undefined
    ? undefined
    : {
        field: "alternativeUrlTemplates",
        message: `Group '${stray}' in alternative URL template is not present in linkifier pattern.`,
      };
};

const firstMissing = (names: readonly string[], among: readonly string[]): string | undefined =>
  names.filter((name) => !among.includes(name)).sort()[0];
