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

/** The codes of the emoji last used on this device, newest first. */
export const recentEmoji = signal<readonly string[]>([]);
export const mostRecent = 24;

/** How well a name matches the query; lower is better. */
const distance = (name: string, query: string): number => {
  const at = name.indexOf(query);
  return at < 0 ? Number.POSITIVE_INFINITY : at === 0 ? name.length - query.length : 100 + at;
};

/** The organization's own emoji. */
export const customEmoji = (store: Store): readonly NamedEmoji[] =>
  [...store.realmEmoji.value.values()]
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }) => ({ emoji: { name, code: id, kind: "realm_emoji" }, names: [name] }));

/** All emoji: an emoji of the organization replaces those of Unicode with its name. */
const allEmoji = (store: Store): readonly NamedEmoji[] => {
  const custom = customEmoji(store);
  const customNames = new Set(custom.map(({ emoji }) => emoji.name));
  return [...custom, ...unicode.value.filter(({ names }) => !names.some((name) => customNames.has(name)))];
};

/** The emoji of Unicode by code. */
export const unicodeByCode = (store: Store): ReadonlyMap<string, Emoji> =>
  new Map(
    allEmoji(store).flatMap(({ emoji }) =>
      emoji.kind === "unicode_emoji" ? [[emoji.code, emoji] as const] : [],
    ),
  );

/** The emoji last used on this device, and then the popular ones. */
export const frequentEmoji = (store: Store): readonly Emoji[] => {
  const all = allEmoji(store);
  const recent = recentEmoji.value.flatMap((code) => all.filter(({ emoji }) => emoji.code === code));
  const others = popular.flatMap((name) => all.filter(({ names }) => names.includes(name)));
  return [...new Set([...recent, ...others])].slice(0, mostRecent).map(({ emoji }) => emoji);
};

/** Emoji that match the query, best first; without a query, those used most. */
export const findEmoji = (store: Store, typed: string, most: number): readonly Emoji[] => {
  const query = typed.trim().toLowerCase().replaceAll(" ", "_");
  if (query === "") return frequentEmoji(store).slice(0, most);
  const score = ({ names }: NamedEmoji): number => {
    const best = Math.min(...names.map((name) => distance(name, query)));
    const bonus = names.some((name) => popular.includes(name)) ? 50 : 0;
    return best - bonus;
  };
  return allEmoji(store)
    .map((one) => ({ one, score: score(one) }))
    .filter((found) => found.score < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ one: { emoji, names } }) => ({
      ...emoji,
      name: names.find((one) => one.startsWith(query)) ?? emoji.name,
    }));
};
