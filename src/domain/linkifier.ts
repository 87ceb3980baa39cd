import { type Either, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import { entity, listOf, nullable } from "./codec";

/** Text that becomes a link wherever it is written: what it looks like, and where it leads. API §2.7. */
export interface Linkifier {
  readonly id: number;
  /** A regular expression. */
  readonly pattern: string;
  /** RFC 6570, with the pattern's groups for variables. */
  readonly urlTemplate: string;
  /** Text that the pattern matches. */
  readonly exampleInput: string | null;
  /** How a pasted URL is written short, with the pattern's groups in braces. */
  readonly reverseTemplate: string | null;
  /** Further URLs that are written short in the same way; nothing is linked to them. */
  readonly alternativeUrlTemplates: readonly string[];
}

export const linkifierCodec = entity<Linkifier>({
  id: t.number,
  pattern: t.string,
  urlTemplate: t.string,
  exampleInput: nullable(t.string),
  reverseTemplate: nullable(t.string),
  alternativeUrlTemplates: listOf(t.string),
});

/** In Unicode code points. */
export const linkifierLimits = {
  patternLength: 10_000,
  templateLength: 10_000,
  exampleLength: 1000,
} as const;

/** What the named groups of a pattern matched; undefined for one that took no part. */
export type MatchedGroups = Readonly<Record<string, string | undefined>>;

/**
 * Fills the groups into a reverse template, in which `{{` and `}}` stand for braces. The failure is for people.
 */
export const expandReverse = (template: string, groups: MatchedGroups): Either<string, string> => {
  let written = "";
  for (let at = 0; at < template.length; ) {
    const two = template.slice(at, at + 2);
    if (two === "{{" || two === "}}") {
      written += two.charAt(0);
      at += 2;
    } else if (two.startsWith("{")) {
      const end = template.indexOf("}", at + 1);
      if (end === -1) return left("Invalid auto-conversion field: missing '}' character.");
      const name = template.slice(at + 1, end);
      if (name === "") return left("Invalid auto-conversion field: empty field name.");
      if (!Object.hasOwn(groups, name))
        return left(`Group '${name}' in auto-conversion field is not present in linkifier pattern.`);
      written += groups[name] ?? "";
      at = end + 1;
    } else {
      written += two.charAt(0);
      at += 1;
    }
  }
  return right(written);
};
