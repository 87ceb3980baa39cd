import { narrowOperators } from "../../../src/domain/narrow/operators";
import type { Narrow, Term } from "../store/narrow";
import { currentOperand, currentOperator, type Names } from "./location";

const operators: readonly string[] = narrowOperators;
const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, "$1").replaceAll("+", " ");

const operandOf = (operator: string, text: string, names: Names): Term["operand"] | undefined => {
  switch (operator) {
    case "channel":
      return names.channelId(text);
    case "sender":
    case "mentions":
      return text.toLowerCase() === "me" ? names.ownId : names.userId(text);
    case "dm":
    case "dm-including": {
      const ids = text.split(",").map((name) => names.userId(name.trim()));
      return ids.every((id) => id !== undefined) ? ids : undefined;
    }
    default:
      return currentOperand(operator, text);
  }
};

const parts = /-?[\w-]+:"[^"]*"|"[^"]*"|\S+/g;

/** The term that a search's word means; undefined for text. */
const termOf = (part: string, names: Names): Term | undefined => {
  const [, minus, typed = "", rest = ""] = /^(-?)([a-z-]+):(.+)$/is.exec(part) ?? [];
  // Keyboards of phones begin with a capital letter.
  const operator = currentOperator(typed.toLowerCase());
  const operand = operators.includes(operator) ? operandOf(operator, unquoted(rest), names) : undefined;
  return operand === undefined ? undefined : { operator, operand, ...(minus === "-" && { negated: true }) };
};

/** Separates the operators of a search that is being typed from its text. The last word may be unfinished. */
export const takeTerms = (text: string, names: Names): { readonly terms: Narrow; readonly rest: string } => {
  const terms: Term[] = [];
  // Looked for at the beginnings of words only: a text of one long word is compared once, not from each letter.
  const rest = text.replace(/(?<!\S)(-?[\w-]+:"[^"]*"|"[^"]*"|\S+)\s+/g, (whole, part: string) => {
    const term = termOf(part, names);
    if (term) terms.push(term);
    return term ? "" : whole;
  });
  return { terms, rest };
};

/** The word at the end of a search that is being typed, with the spaces between its quotation marks. */
export const unfinishedWord = (text: string): string => {
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(sign)) start = at + 1;
  }
  return text.slice(start);
};

/** Parses a search: operators as in `channel:design is:starred`; everything else is text. */
export const readSearch = (text: string, names: Names): Narrow => {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const [part] of text.matchAll(parts)) {
    const term = termOf(part, names);
    if (term) terms.push(term);
    else words.push(part);
  }
  return words.length === 0 ? terms : [...terms, { operator: "search", operand: words.join(" ") }];
};

const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text);

/** The narrow as a user would type it. */
export const writeSearch = (narrow: Narrow, names: Names): string =>
  narrow
    .map(({ operator, operand, negated }) => {
      if (operator === "search") return String(operand);
      const shown = Array.isArray(operand)
        ? operand.map((id) => names.userName(Number(id)) ?? id).join(",")
        : operator === "channel"
          ? (names.channelName(Number(operand)) ?? operand)
          : typeof operand === "number"
            ? (names.userName(operand) ?? operand)
            : operand;
      return `${negated ? "-" : ""}${operator}:${quoted(String(shown))}`;
    })
    .join(" ");
