import type { MatchedGroups } from "../../domain/linkifier";

/** URL templates as RFC 6570 has them. */
export interface UrlTemplates {
  /** The names of the template's variables, each once; undefined where it isn't a template. */
  variablesOf(template: string): readonly string[] | undefined;
  /** Takes a template that is one. A variable without value is left out. */
  expand(template: string, values: MatchedGroups): string;
}
