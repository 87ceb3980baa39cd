import { type Emoji, mostRecent, recentEmoji } from "./emoji";

const name = "parley-recent-emoji";

const read = (): readonly string[] => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
};

/** Loads the recent emoji stored by earlier windows. */
export const loadRecentEmoji = (): void => {
  if (recentEmoji.peek().length === 0) recentEmoji.value = read();
};

/** Remembers an emoji as recently used. */
export const rememberEmoji = ({ code }: Emoji): void => {
  const others = recentEmoji.peek().filter((one) => one !== code);
  recentEmoji.value = [code, ...others].slice(0, mostRecent);
  try {
    localStorage.setItem(name, JSON.stringify(recentEmoji.peek()));
  } catch {
    // If storage is full, it is remembered as long as the window lives.
  }
};
