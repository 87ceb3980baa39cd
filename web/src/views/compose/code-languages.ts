import { signal } from "@preact/signals";
import type { Store } from "../../store/store";
import { bestOf } from "../../ui/best-of";
import type { Playground } from "../../wire/wire";
import { fenceWords } from "../../words/en-commands";

/** A word that may follow a fence. */
interface Language {
  readonly name: string;
  /** The full name of a programming language, or of the kind of fence. */
  readonly detail?: string;
}

/** The programming languages that the server highlights, by each of their names. */
const known = signal<readonly Language[]>([]);
let loading: Promise<void> | undefined;

/** Loads the names of programming languages, once. */
export const loadLanguages = (): Promise<void> => {
  loading ??= import("./language-names.json").then(
    ({ default: languages }) => {
      const details = new Map<string, string>();
      for (const line of languages) {
        const [language = "", first = "", ...names] = line.split("|");
        // The file leaves out names that are their language's in lower case.
        for (const written of [first, ...names]) {
          const name = written || language.toLowerCase();
          if (!details.has(name)) details.set(name, language);
        }
      }
      known.value = [...details].map(([name, detail]) => ({ name, detail }));
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
};

/** Fences that don't contain code. */
const others: readonly Language[] = Object.entries(fenceWords).map(([name, detail]) => ({ name, detail }));

/** The languages that most people write, in that order. */
const popular =
  "python javascript typescript java bash sql html css json go rust c cpp csharp php ruby kotlin swift yaml diff text console".split(
    " ",
  );

const playgroundsOf = (store: Store): readonly Playground[] =>
  (store.realm.value.realm_playgrounds ?? []) as readonly Playground[];

/** The languages whose names match, the best first. */
export const languagesLike = (store: Store, query: string, most: number): readonly Language[] => {
  const listed = new Set(known.value.map(({ name }) => name));
  // Several playgrounds may run one language.
  const played = new Set(playgroundsOf(store).map(({ pygments_language: name }) => name));
  const unlisted = [...played].flatMap((name) => (listed.has(name.toLowerCase()) ? [] : [{ name }]));
  const distance = ({ name }: Language): number => {
    if (name === query.toLowerCase()) return -2;
    if (name in fenceWords) return -1;
    const place = popular.indexOf(name);
    return place < 0 ? popular.length + name.length : place;
  };
  return bestOf<Language>(
    [...others, ...unlisted, ...known.value],
    ({ name }) => name,
    query,
    most,
    distance,
  );
};
