import table from "./language-names.json";

/** A programming language. */
export interface Language {
  /** The name that clients use, also for playgrounds. */
  readonly name: string;
  /** The Prism grammar; empty if there is none. */
  readonly grammar: string;
}

const byAlias = new Map<string, Language>();
for (const [name, [grammar = "", ...aliases]] of Object.entries<string[]>(table))
  for (const alias of aliases) if (!byAlias.has(alias)) byAlias.set(alias, { name, grammar });

/** The language with this name or alias, ignoring case. Names are those of Pygments. */
export const languageNamed = (name: string): Language | undefined => byAlias.get(name.toLowerCase());
