/**
 * What somebody searches for. Words are found in any form that their stem has; phrases, and writing without
 * spaces between words, as they stand.
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

/** What a search looks for: words, phrases in quotation marks, and runs of writing without spaces. */
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

/** The text with each sign of unspaced writing as a word of its own, so that a run of them is a phrase. */
export const spaced = (text: string): string => text.replace(eachUnspaced, " $& ");

/** Whether there is anything to look for. */
export const isEmptySearch = ({ words, phrases, runs }: SearchQuery): boolean =>
  words.length + phrases.length + runs.length === 0;

const fold = (text: string): string => text.toLowerCase();
const wordsIn = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Whether text has all that is searched for, words in the form that they are written in. */
export const hasAll = ({ words, phrases, runs }: SearchQuery, text: string): boolean => {
  const present = new Set(wordsIn(text));
  return (
    words.every((word) => wordsIn(word).every((part) => present.has(part))) &&
    [...phrases, ...runs].every((part) => fold(text).includes(fold(part)))
  );
};

const highlight = (part: string): string => `<span class="highlight">${part}</span>`;
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Marks what was searched for in HTML, outside of its tags. */
export const highlightIn = (html: string, literals: readonly string[]): string => {
  if (literals.length === 0) return html;
  const wanted = new RegExp(literals.map(literally).join("|"), "giu");
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith("<") ? part : part.replace(wanted, highlight)))
    .join("");
};
