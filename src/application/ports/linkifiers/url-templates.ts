import type { Either } from "fp-ts/Either";
import type { MatchedGroups } from "../../../domain/linkifiers/linkifier";

/** URL templates of RFC 6570. */
export interface UrlTemplates {
  /** The distinct names of the template's variables. */
  variablesOf(template: string): Either<"invalid", readonly string[]>;
  /** Expands a valid template. Variables without a value are left out. */
  expand(template: string, values: MatchedGroups): string;
}
