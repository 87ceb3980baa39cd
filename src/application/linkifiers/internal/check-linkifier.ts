import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { checkLength } from "../../../domain/check-length";
import { type InputError, urlTemplateTooLong } from "../../../domain/input-refusals";
import { expandReverse, type Linkifier, linkifierLimits } from "../../../domain/linkifiers/linkifier";
import {
  alternativeUrlTemplatesTooLong,
  exampleInputTooLong,
  invalidLinkifier,
  type LinkifierError,
  patternTooLong,
  reverseTemplateTooLong,
} from "../../../domain/linkifiers/refusals";
import type { FieldProblem } from "../../../domain/refusal";
import { isMisleading } from "../../../domain/text/name-characters";
import type { LinkifierPattern, LinkifierPatterns } from "../../ports/linkifiers/linkifier-patterns";
import type { UrlTemplates } from "../../ports/linkifiers/url-templates";

/** Ports for checking linkifiers. */
export interface LinkifierPorts {
  readonly linkifierPatterns: LinkifierPatterns;
  readonly urlTemplates: UrlTemplates;
}

/** A linkifier as an administrator enters it. */
export type LinkifierInput = Omit<Linkifier, "id">;

const blank = "This field cannot be blank.";

const textOrNull = (text: string | null): string | null => text?.trim() || null;

/** The trimmed linkifier, if its fields are valid and consistent, and no other linkifier has its pattern. */
export const checkLinkifier = (
  ports: LinkifierPorts,
  others: readonly Linkifier[],
  input: LinkifierInput,
): E.Either<InputError | LinkifierError, LinkifierInput> => {
  const linkifier: LinkifierInput = {
    pattern: input.pattern.trim(),
    urlTemplate: input.urlTemplate.trim(),
    exampleInput: textOrNull(input.exampleInput),
    reverseTemplate: textOrNull(input.reverseTemplate),
    alternativeUrlTemplates: input.alternativeUrlTemplates.flatMap((one) => textOrNull(one) ?? []),
  };
  return pipe(
    checkLengths(linkifier),
    E.chainW(() => checkProblems(problemsOf(ports, others, linkifier))),
    E.map(() => linkifier),
  );
};

const checkProblems = ([first, ...others]: readonly FieldProblem[]): E.Either<LinkifierError, undefined> =>
  first ? E.left(invalidLinkifier([first, ...others])) : E.right(undefined);

const problemsOf = (
  ports: LinkifierPorts,
  others: readonly Linkifier[],
  linkifier: LinkifierInput,
): readonly FieldProblem[] => {
  const mismatch = consistencyProblem(ports, linkifier);
  const excess = mismatch === undefined ? excessProblem(ports, [...others, linkifier]) : undefined;
  const isTaken = linkifier.pattern !== "" && others.some(({ pattern }) => pattern === linkifier.pattern);
  return [
    ...fieldProblems(ports, linkifier),
    ...(mismatch ? [mismatch] : []),
    ...(excess ? [excess] : []),
    ...(isTaken ? [{ message: "Realm filter with this Realm and Pattern already exists." }] : []),
  ];
};

const { patternLength, templateLength, exampleLength } = linkifierLimits;

/** Over-long patterns and templates aren't even parsed: the cost of a template grows faster than its length. */
const checkLengths = (linkifier: LinkifierInput): E.Either<InputError, string> =>
  pipe(
    checkLength(patternLength, patternTooLong)(linkifier.pattern),
    E.chain(() => checkLength(templateLength, urlTemplateTooLong)(linkifier.urlTemplate)),
    E.chain(() => checkLength(exampleLength, exampleInputTooLong)(linkifier.exampleInput ?? "")),
    E.chain(() => checkLength(templateLength, reverseTemplateTooLong)(linkifier.reverseTemplate ?? "")),
    E.chain(() => checkLength(templateLength, alternativeUrlTemplatesTooLong)(longestOf(linkifier))),
  );

const longestOf = ({ alternativeUrlTemplates }: LinkifierInput): string =>
  alternativeUrlTemplates.reduce((longest, one) => (one.length > longest.length ? one : longest), "");

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const charactersIn = ({
  pattern,
  urlTemplate,
  reverseTemplate,
  alternativeUrlTemplates,
}: LinkifierInput): number =>
  [pattern, urlTemplate, reverseTemplate ?? "", ...alternativeUrlTemplates].join("").length;

/** Every node compiles all linkifiers of a realm, and rendering a message sends them to the renderer. */
const excessProblem = (
  { linkifierPatterns }: LinkifierPorts,
  all: readonly LinkifierInput[],
): FieldProblem | undefined => {
  const instructions = all.map(({ pattern }) =>
    pipe(
      linkifierPatterns.compile(pattern),
      E.match(
        () => 0,
        (compiled) => compiled.instructions,
      ),
    ),
  );
  const { instructions: mostInstructions, charactersTogether } = linkifierLimits;
  if (sum(instructions) > mostInstructions)
    return { field: "pattern", message: "The patterns of all linkifiers together are too complex." };
  if (sum(all.map(charactersIn)) > charactersTogether)
    return { message: `All linkifiers together can have at most ${charactersTogether} characters.` };
  return undefined;
};

/** Problems of each field on its own. */
function* fieldProblems({ urlTemplates }: LinkifierPorts, linkifier: LinkifierInput): Iterable<FieldProblem> {
  // Clients open the resulting URL, so it must not be a script whatever the pattern matches.
  const isInvalid = (template: string): boolean =>
    E.isLeft(urlTemplates.variablesOf(template)) || !/^https?:\/\/[^/]/i.test(template);
  const message = "Invalid URL template.";
  if (linkifier.pattern === "") yield { field: "pattern", message: blank };
  if (isMisleading(linkifier.pattern)) yield { field: "pattern", message: "Invalid characters in pattern!" };
  if (linkifier.urlTemplate === "") yield { field: "urlTemplate", message: blank };
  else if (isInvalid(linkifier.urlTemplate)) yield { field: "urlTemplate", message };
  if (linkifier.alternativeUrlTemplates.some(isInvalid)) yield { field: "alternativeUrlTemplates", message };
}

/** The first inconsistency between the fields. */
const consistencyProblem = (ports: LinkifierPorts, linkifier: LinkifierInput): FieldProblem | undefined =>
  pipe(
    ports.linkifierPatterns.compile(linkifier.pattern),
    E.matchW(
      (why) => ({ message: `Bad regular expression: ${why}` }),
      (pattern) => exampleProblem(pattern, linkifier) ?? groupProblem(ports, pattern, linkifier),
    ),
  );

const exampleProblem = (
  pattern: LinkifierPattern,
  { exampleInput, reverseTemplate }: LinkifierInput,
): FieldProblem | undefined => {
  if (exampleInput === null)
    return reverseTemplate === null
      ? undefined
      : { field: "exampleInput", message: "Example text is required for an auto-conversion field." };
  const groups = pattern.search(exampleInput);
  if (groups === undefined)
    return { field: "exampleInput", message: "Example input does not match the linkifier pattern." };
  if (reverseTemplate === null) return undefined;
  return pipe(
    expandReverse(reverseTemplate, groups),
    E.filterOrElse(
      (reversed) => reversed === exampleInput,
      () => "Example text does not match auto-conversion field.",
    ),
    E.matchW(
      (message) => ({ field: "reverseTemplate", message }),
      () => undefined,
    ),
  );
};

/** The URL template must use exactly the pattern's groups. Alternative templates may use only some. */
const groupProblem = (
  { urlTemplates }: LinkifierPorts,
  { groupNames }: LinkifierPattern,
  { urlTemplate, alternativeUrlTemplates }: LinkifierInput,
): FieldProblem | undefined =>
  pipe(
    urlTemplates.variablesOf(urlTemplate),
    E.matchW(
      // An unreadable template is a problem of its own.
      () => undefined,
      (variables) =>
        variablesProblem(groupNames, variables) ??
        alternativesProblem(urlTemplates, groupNames, alternativeUrlTemplates),
    ),
  );

const variablesProblem = (
  groupNames: readonly string[],
  variables: readonly string[],
): FieldProblem | undefined => {
  const unknown = firstMissing(variables, groupNames);
  if (unknown !== undefined)
    return { message: `Group '${unknown}' in URL template is not present in linkifier pattern.` };
  const unused = firstMissing(groupNames, variables);
  return unused === undefined
    ? undefined
    : { message: `Group '${unused}' in linkifier pattern is not present in URL template.` };
};

const alternativesProblem = (
  urlTemplates: UrlTemplates,
  groupNames: readonly string[],
  alternativeUrlTemplates: readonly string[],
): FieldProblem | undefined => {
  const others = alternativeUrlTemplates.flatMap((template) =>
    pipe(
      urlTemplates.variablesOf(template),
      E.getOrElse((): readonly string[] => []),
    ),
  );
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
