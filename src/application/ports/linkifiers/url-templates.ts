import type { MatchedGroups } from "../../../domain/realm/linkifier";

/** URL templates of RFC 6570. */
export interface UrlTemplates {
  /** The distinct names of the template's variables; undefined for an invalid template. */
  variablesOf(template: string): readonly string[] | undefined;
  /** Expands a valid template. Variables without a value are left out. */
  expand(template: string, values: MatchedGroups): string;
}
