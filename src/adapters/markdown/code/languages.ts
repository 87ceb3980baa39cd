import table from "./language-names.json";

/** A language that code is written in. */
export interface Language {
  /** Under which clients know it, and playgrounds are set up for it. */
  readonly name: string;
  /** The grammar that colours it; empty where there is none. */
  readonly grammar: string;
}

const byAlias = new Map<string, Language>();
for (const [name, [grammar = "", ...aliases]] of Object.entries<string[]>(table))
  for (const alias of aliases) if (!byAlias.has(alias)) byAlias.set(alias, { name, grammar });

/** The language that people call so, in any case. The names are those of Pygments. */
export const languageNamed = (name: string): Language | undefined => byAlias.get(name.toLowerCase());
