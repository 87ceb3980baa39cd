import { tooLong } from "../input-refusals";
import { badRequest, type FieldProblem, invalidFields, type RefusalIn } from "../refusal";

export type LinkifierError = RefusalIn<typeof import("./refusals")>;

export const noSuchLinkifier = badRequest("noSuchLinkifier", "Linkifier not found.");
export const duplicatedLinkifiers = badRequest(
  "duplicatedLinkifiers",
  "The ordered list must not contain duplicated linkifiers",
);
export const incompleteLinkifierOrder = badRequest(
  "incompleteLinkifierOrder",
  "The ordered list must enumerate all existing linkifiers exactly once",
);

export const invalidLinkifier = (problems: readonly [FieldProblem, ...FieldProblem[]]) =>
  invalidFields("invalidLinkifier", problems);

export const patternTooLong = (limit: number) => tooLong("pattern", limit);
export const exampleInputTooLong = (limit: number) => tooLong("example_input", limit);
export const reverseTemplateTooLong = (limit: number) => tooLong("reverse_template", limit);
export const alternativeUrlTemplatesTooLong = (limit: number) => tooLong("alternative_url_templates", limit);
