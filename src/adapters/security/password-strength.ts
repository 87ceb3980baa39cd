import { createRequire } from "node:module";
import type { Options, ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { PasswordStrength } from "../../application/ports/login/password-strength";
import { WordRanks } from "./word-ranks";

/** The lists by the names that the packages give them. */
const lists = {
  "diceware-common": "@zxcvbn-ts/language-common/dist/diceware.json.cjs",
  "passwords-common": "@zxcvbn-ts/language-common/dist/passwords.json.cjs",
  "commonWords-en": "@zxcvbn-ts/language-en/dist/commonWords.json.cjs",
  "firstnames-en": "@zxcvbn-ts/language-en/dist/firstnames.json.cjs",
  "lastnames-en": "@zxcvbn-ts/language-en/dist/lastnames.json.cjs",
  "wikipedia-en": "@zxcvbn-ts/language-en/dist/wikipedia.json.cjs",
};
const shortLists = "@zxcvbn-ts/language-en/dist/wordSequences.json.cjs";
const graphs = "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.cjs";

/**
 * The exports of a module of data. Their form is known, because the package's version is fixed. Removes the module from the
 * cache again, unless other code loaded it first.
 */
const exportsOf = (name: string): unknown => {
  const load = createRequire(__filename);
  const path = load.resolve(name);
  const isOurs = load.cache[path] === undefined;
  const exported: unknown = load(name);
  if (isOurs) delete load.cache[path];
  return exported;
};

/** The library reads the rank of a word as a property. */
const asDictionary = (ranks: WordRanks): Options["rankedDictionaries"][string] =>
  new Proxy({}, { get: (_, word) => (typeof word === "string" ? ranks.rankOf(word) : undefined) });

const addList = (options: Options, name: string, words: readonly string[]): void => {
  const ranks = new WordRanks(words);
  options.rankedDictionaries[name] = asDictionary(ranks);
  options.rankedDictionariesMaxWordSize[name] = ranks.longest;
};

/** Loads one list after the other, since their words take much more memory than their ranks. */
const load = async (): Promise<ZxcvbnFactory> => {
  const core = await import("@zxcvbn-ts/core");
  const factory = new core.ZxcvbnFactory({ graphs: exportsOf(graphs) as Options["graphs"] });
  // The types say it is private.
  const options = Reflect.get(factory, "options") as Options;
  for (const [name, path] of Object.entries(lists))
    addList(options, name, exportsOf(path) as readonly string[]);
  const short = exportsOf(shortLists) as Readonly<Record<string, readonly string[]>>;
  for (const [name, words] of Object.entries(short)) addList(options, name, words);
  return factory;
};

let loading: Promise<ZxcvbnFactory> | undefined;

/** Estimates guesses with zxcvbn in the calling thread. Its word lists are loaded when the first password is chosen. */
export const zxcvbnStrength: PasswordStrength = {
  guessesFor: async (password, known) => {
    loading ??= load();
    return (await loading).check(password, [...known]).guesses;
  },
};
