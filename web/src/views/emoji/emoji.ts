import { signal } from "@preact/signals-core";
import type { ReactionKind } from "../../api/wire";
import type { Store } from "../../store/store";

/** An emoji by what the API calls it. */
export interface Emoji {
  readonly name: string;
  readonly code: string;
  readonly kind: ReactionKind;
}

interface Known {
  readonly emoji: Emoji;
  /** All that it is called. */
  readonly names: readonly string[];
}

const unicode = signal<readonly Known[]>([]);
let asked: Promise<void> | undefined;

/** Fetches the names of emoji, once. */
export const loadEmoji = (): Promise<void> => {
  asked ??= fetch("/static/generated/emoji/emoji_api.json")
    .then(async (response) => {
      const data = (await response.json()) as {
        readonly code_to_names: Readonly<Record<string, readonly string[]>>;
      };
      unicode.value = Object.entries(data.code_to_names).map(([code, names]) => ({
        emoji: { name: names[0] ?? code, code, kind: "unicode_emoji" },
        names,
      }));
    })
    .catch(() => {
      asked = undefined;
    });
  return asked;
};

/** What people put on messages most; the first ones offered. */
const popular = ["+1", "tada", "heart", "smile", "joy", "eyes", "check", "octopus", "rocket", "pray"];

/** Faces before hands and people, these before other pictures, and signs of text last. */
const groups = [/^1f6[0-4]/, /^1f9/, /^1f4[4-6]/, /^1f/, /^/];

/** Codes of the emoji that were chosen last on this device, the newest first. */
export const recentEmoji = signal<readonly string[]>([]);
export const mostRecent = 24;

/** How well a name fits what was typed: less is better. */
const distance = (name: string, query: string): number => {
  const at = name.indexOf(query);
  return at < 0 ? Number.POSITIVE_INFINITY : at === 0 ? name.length - query.length : 100 + at;
};

/** Emoji whose names hold what is typed, the best first; where nothing is, those chosen last and the popular ones. */
export const findEmoji = (store: Store, typed: string, most: number): readonly Emoji[] => {
  const query = typed.toLowerCase().replaceAll(" ", "_");
  const own = [...store.realmEmoji.value.values()]
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }): Known => ({ emoji: { name, code: id, kind: "realm_emoji" }, names: [name] }));
  const ownNames = new Set(own.map(({ emoji }) => emoji.name));
  const all = [...own, ...unicode.value.filter(({ names }) => !names.some((name) => ownNames.has(name)))];
  if (query === "") {
    const rank = ({ names, emoji }: Known): number => {
      const last = recentEmoji.value.indexOf(emoji.code);
      if (last >= 0) return last - mostRecent;
      if (emoji.kind === "realm_emoji") return 0;
      const place = popular.findIndex((name) => names.includes(name));
      return place < 0 ? popular.length + groups.findIndex((group) => group.test(emoji.code)) : place;
    };
    return all
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, most)
      .map(({ emoji }) => emoji);
  }
  const score = ({ names }: Known): number => {
    const best = Math.min(...names.map((name) => distance(name, query)));
    const favour = names.some((name) => popular.includes(name)) ? 50 : 0;
    return best - favour;
  };
  return all
    .map((one) => ({ one, score: score(one) }))
    .filter((found) => found.score < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ one: { emoji, names } }) => ({
      ...emoji,
      name: names.find((one) => one.startsWith(query)) ?? emoji.name,
    }));
};
