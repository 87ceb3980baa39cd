import { foldCase } from "../text/fold-case";
/**
 * A parsed search. Words match any form with the same stem. Phrases, and text in scripts without spaces, match
 * literally.
 */
export interface SearchQuery {
  readonly words: readonly string[];
  /** In quotation marks. */
  readonly phrases: readonly string[];
  /** Runs of Chinese, Japanese or Korean. */
  readonly runs: readonly string[];
}

const unspaced = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const eachUnspaced = new RegExp(unspaced.source, "g");

/** Splits a search into words, quoted phrases, and runs of text without spaces between words. */
export const parseSearch = (text: string): SearchQuery => {
  const words: string[] = [];
  const phrases: string[] = [];
  const runs: string[] = [];
  for (const [, phrase, word] of text.matchAll(/"([^"]+)"|([^\s"]+)/g)) {
    if (phrase !== undefined && phrase.trim() !== "") phrases.push(phrase.trim());
    else if (word !== undefined) (unspaced.test(word) ? runs : words).push(word);
  }
  return { words, phrases, runs };
};

/** Puts spaces around each character of unspaced scripts, so that a run of them is indexed as a phrase. */
export const spaced = (text: string): string => text.replace(eachUnspaced, " $& ");

/** Whether the search contains nothing to look for. */
export const isEmptySearch = ({ words, phrases, runs }: SearchQuery): boolean =>
  words.length + phrases.length + runs.length === 0;

const wordsIn = (text: string): readonly string[] => foldCase(text).match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Whether the text contains everything searched for. Words match in their exact form. */
export const hasAll = ({ words, phrases, runs }: SearchQuery, text: string): boolean => {
  const present = new Set(wordsIn(text));
  return (
    words.every((word) => wordsIn(word).every((part) => present.has(part))) &&
    [...phrases, ...runs].every((part) => foldCase(text).includes(foldCase(part)))
  );
};

const highlight = (part: string): string => `<span class="highlight">${part}</span>`;

/** Lower case, with each character in its place. */
const foldInPlace = (text: string): string => {
  const folded = foldCase(text);
  if (folded.length === text.length) return folded;
  return [...text].map((one) => (foldCase(one).length === one.length ? foldCase(one) : one)).join("");
};

/** The places of the literals in the text, in order. */
const placesOf = (text: string, literals: readonly string[]): readonly (readonly [number, number])[] => {
  const folded = foldInPlace(text);
  const places: [number, number][] = [];
  for (const literal of literals)
    for (let from = folded.indexOf(literal); from >= 0; ) {
      const to = from + literal.length;
      places.push([from, to]);
      from = folded.indexOf(literal, to);
    }
  return places.sort(([a], [b]) => a - b);
};

const highlightWithin = (text: string, literals: readonly string[]): string => {
  let shown = "";
  let end = 0;
  for (const [from, to] of placesOf(text, literals)) {
    if (from < end) continue;
    shown += text.slice(end, from) + highlight(text.slice(from, to));
    end = to;
  }
  return shown + text.slice(end);
};

/**
 * Highlights the literals in HTML, outside tags. Searches for each literal separately: one regular expression for all of them
 * would take time proportional to the product of both lengths.
 */
export const highlightIn = (html: string, literals: readonly string[]): string => {
  if (literals.length === 0) return html;
  const folded = [...new Set(literals.map(foldInPlace))];
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith("<") ? part : highlightWithin(part, folded)))
    .join("");
};
