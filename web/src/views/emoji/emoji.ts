import { signal } from "@preact/signals-core";
import type { Store } from "../../store/store";
import type { ReactionKind } from "../../wire/wire";

/** An emoji as the API identifies it. */
export interface Emoji {
  readonly name: string;
  readonly code: string;
  readonly kind: ReactionKind;
}

interface NamedEmoji {
  readonly emoji: Emoji;
  /** All its names. */
  readonly names: readonly string[];
}

const unicode = signal<readonly NamedEmoji[]>([]);
let loading: Promise<void> | undefined;

/** Fetches the emoji names, once. */
export const loadEmoji = (): Promise<void> => {
  loading ??= fetch("/static/generated/emoji/emoji_api.json")
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
      loading = undefined;
    });
  return loading;
};

/** The most popular reactions, offered first. */
const popular = ["+1", "tada", "heart", "smile", "joy", "eyes", "check", "octopus", "rocket", "pray"];

/** Smileys first, then hands and people, then other pictures; text symbols last. */
const groups = [/^1f6[0-4]/, /^1f9/, /^1f4[4-6]/, /^1f/, /^/];

/** The codes of the emoji last used on this device, newest first. */
export const recentEmoji = signal<readonly string[]>([]);
export const mostRecent = 24;

/** How well a name matches the query; lower is better. */
const distance = (name: string, query: string): number => {
  const at = name.indexOf(query);
  return at < 0 ? Number.POSITIVE_INFINITY : at === 0 ? name.length - query.length : 100 + at;
};

/** Emoji that match the query, best first; without a query, recent and popular ones. */
export const findEmoji = (store: Store, typed: string, most: number): readonly Emoji[] => {
  const query = typed.toLowerCase().replaceAll(" ", "_");
  const custom = [...store.realmEmoji.value.values()]
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }): NamedEmoji => ({ emoji: { name, code: id, kind: "realm_emoji" }, names: [name] }));
  const customNames = new Set(custom.map(({ emoji }) => emoji.name));
  const all = [
    ...custom,
    ...unicode.value.filter(({ names }) => !names.some((name) => customNames.has(name))),
  ];
  if (query === "") {
    const rank = ({ names, emoji }: NamedEmoji): number => {
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
  const score = ({ names }: NamedEmoji): number => {
    const best = Math.min(...names.map((name) => distance(name, query)));
    const bonus = names.some((name) => popular.includes(name)) ? 50 : 0;
    return best - bonus;
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
