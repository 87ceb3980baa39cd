import { createRequire } from "node:module";
import type Prism from "prismjs";
import type LoadGrammars from "prismjs/components/index";
import { escapeBetweenTags, escapeHtml } from "../../../domain/text/html";
import { type Language, languageNamed } from "./languages";
import { tokenClass } from "./token-class";

interface PrismLibrary {
  readonly prism: typeof Prism;
  readonly loadGrammars: typeof LoadGrammars;
}

let loaded: PrismLibrary | undefined;
/** Loads the library for the first code in a language: the main thread never needs it. */
const prismLibrary = (): PrismLibrary => {
  if (loaded) return loaded;
  const require = createRequire(__filename);
  const prism: typeof Prism = require("prismjs");
  const loadGrammars: typeof LoadGrammars = require("prismjs/components/index");
  loadGrammars.silent = true;
  loaded = { prism, loadGrammars };
  return loaded;
};

interface Piece {
  readonly text: string;
  readonly kind: string | undefined;
}

/** Splits code into pieces, each with the innermost kind that has a class. */
const piecesOf = (
  tokens: readonly (string | Prism.Token)[],
  grammar: string,
  around: string | undefined,
): readonly Piece[] =>
  tokens.flatMap((token): readonly Piece[] => {
    if (typeof token === "string") return [{ text: token, kind: around }];
    const kind = [token.type, ...[token.alias ?? []].flat()].find(
      (one) => tokenClass(grammar, one, "") !== undefined,
    );
    const content = token.content;
    const within = kind ?? around;
    if (typeof content === "string") return [{ text: content, kind: within }];
    return piecesOf([content].flat(), grammar, within);
  });

const words = /([\p{L}_$][\p{L}\p{N}_$]*)|([-+*/%=<>!&|^~?@]+)|([()[\]{},;:.]+)/gu;

const kindOfWord = ([, name, operator]: RegExpMatchArray): string => {
  if (name !== undefined) return "name";
  return operator === undefined ? "punctuation" : "operator";
};

/** Splits names, operators and punctuation out of text that the grammar did not tokenize. */
const withNames = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.flatMap((piece) => {
    if (piece.kind !== undefined) return [piece];
    const found: Piece[] = [];
    let done = 0;
    for (const match of piece.text.matchAll(words)) {
      found.push({ text: piece.text.slice(done, match.index), kind: undefined });
      found.push({ text: match[0], kind: kindOfWord(match) });
      done = match.index + match[0].length;
    }
    return [...found, { text: piece.text.slice(done), kind: undefined }];
  });

interface ClassedText {
  text: string;
  readonly name: string | undefined;
}

/** Joins adjacent pieces with the same class. */
const joined = (pieces: readonly Piece[], grammar: string): readonly ClassedText[] => {
  const all: ClassedText[] = [];
  for (const { text, kind } of pieces) {
    if (text === "") continue;
    const name = kind === undefined ? undefined : tokenClass(grammar, kind, text);
    const last = all.at(-1);
    if (last && last.name === name) last.text += text;
    else all.push({ text, name });
  }
  return all;
};

const header = /^(?:::+|#!)(?:(?:\/\w+)*[/ ])?([\w#.+-]*)/;

/** The language that a first line such as `#!/bin/bash` names, used if the fence names none. */
const languageOfHeader = (code: string): Language | undefined => {
  const name = header.exec(code)?.[1];
  return name ? languageNamed(name) : undefined;
};

/** UTF-16 units. Some grammars take seconds for longer code. */
const longestCode = 5000;

/** Renders code as HTML, with Pygments' classes if the language is known. */
export const highlight = (code: string, language: Language | undefined, isNamed: boolean): string => {
  const grammarName = (isNamed ? language : languageOfHeader(code))?.grammar ?? "";
  const toText = isNamed ? escapeBetweenTags : escapeHtml;
  if (grammarName === "" || code.length > longestCode) return toText(code);
  const { prism, loadGrammars } = prismLibrary();
  if (!Object.hasOwn(prism.languages, grammarName)) loadGrammars(grammarName);
  const grammar = prism.languages[grammarName];
  if (grammar === undefined) return toText(code);
  const pieces = piecesOf(prism.tokenize(code, grammar), grammarName, undefined);
  const hasNames = "keyword" in grammar && "operator" in grammar;
  return joined(hasNames ? withNames(pieces) : pieces, grammarName)
    .map(({ text, name }) =>
      name === undefined ? toText(text) : `<span class="${name}">${toText(text)}</span>`,
    )
    .join("");
};
