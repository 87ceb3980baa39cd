import type { Narrow } from "../../store/narrow";

const most = 10;
const nameOf = (userId: number): string => `parley-searches-${userId}`;

/** The latest searches on this device, newest first. */
export const recentSearches = (userId: number): readonly Narrow[] => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
};

/** Remembers a search. */
export const rememberSearch = (userId: number, narrow: Narrow): void => {
  const text = JSON.stringify(narrow);
  const others = recentSearches(userId).filter((one) => JSON.stringify(one) !== text);
  try {
    localStorage.setItem(nameOf(userId), JSON.stringify([narrow, ...others].slice(0, most)));
  } catch {
    // If storage is full, this search is typed again.
  }
};
