import { tooLong } from "../input-refusals";
import { badRequest, type FieldProblem, invalidFields, type RefusalIn } from "../refusal";

export type PlaygroundError = RefusalIn<typeof import("./refusals")>;

export const noSuchPlayground = badRequest("noSuchPlayground", "Invalid playground");
export const playgroundNameTooLong = (limit: number) => tooLong("name", limit);
export const playgroundLanguageTooLong = (limit: number) => tooLong("pygments_language", limit);
export const invalidPlaygroundLanguage = badRequest(
  "invalidPlaygroundLanguage",
  "Invalid characters in pygments language",
);

export const invalidPlayground = (problems: readonly [FieldProblem, ...FieldProblem[]]) =>
  invalidFields("invalidPlayground", problems);
