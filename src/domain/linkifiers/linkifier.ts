import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { entity, listOf, nullable } from "../codec/codec";
import { type LinkifierId, linkifierIdCodec } from "../ids";

/** A rule that turns text matching a pattern into links. API §2.7. */
export interface Linkifier {
  readonly id: LinkifierId;
  /** A regular expression. */
  readonly pattern: string;
  /** URI template (RFC 6570); its variables are the pattern's named groups. */
  readonly urlTemplate: string;
  /** Example of text the pattern matches. */
  readonly exampleInput: string | null;
  /** Short form of a pasted URL, with the pattern's groups in braces. */
  readonly reverseTemplate: string | null;
  /** Further templates for pasted URLs to shorten. They are never link targets. */
  readonly alternativeUrlTemplates: readonly string[];
}

export const linkifierCodec = entity<Linkifier>({
  id: linkifierIdCodec,
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
  /** The instructions of all patterns of a realm together. Each process compiles them, in a third of a second at most. */
  instructions: 10_000,
  /** The patterns and templates of a realm together. Each message takes them to the renderer. */
  charactersTogether: 500_000,
} as const;

/** The work that all linkifiers may do in one text, in units of `MatchingWork`. What is left then isn't linked. */
export const linkifierWork = { message: 100_000_000, topic: 1_000_000 } as const;

/** Units of `MatchingWork` for each character that filling in a template reads or writes. */
const templateWeight = 100;

/** The work of filling groups into a URL template. */
export const templateWork = (template: string, groups: MatchedGroups): number => {
  const longest = Math.max(0, ...Object.values(groups).map((group) => group?.length ?? 0));
  return templateWeight * (template.length + longest * (template.split("{").length - 1));
};

/** Text matched by each named group; undefined for groups that did not take part. */
export type MatchedGroups = Readonly<Record<string, string | undefined>>;

/** Fills the groups into a reverse template, where `{{` and `}}` stand for braces. Fails with a message for people. */
export const expandReverse = (template: string, groups: MatchedGroups): E.Either<string, string> => {
  let written = "";
  for (let at = 0; at < template.length; ) {
    const two = template.slice(at, at + 2);
    if (two === "{{" || two === "}}") {
      written += two.charAt(0);
      at += 2;
    } else if (two.startsWith("{")) {
      const end = template.indexOf("}", at + 1);
      if (end === -1) return E.left("Invalid auto-conversion field: missing '}' character.");
      const name = template.slice(at + 1, end);
      if (name === "") return E.left("Invalid auto-conversion field: empty field name.");
      if (!Object.hasOwn(groups, name))
        return E.left(`Group '${name}' in auto-conversion field is not present in linkifier pattern.`);
      written += groups[name] ?? "";
      at = end + 1;
    } else {
      written += two.charAt(0);
      at += 1;
    }
  }
  return E.right(written);
};
