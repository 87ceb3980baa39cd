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
