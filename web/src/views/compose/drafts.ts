/** What somebody has written and not sent, by where; it outlives the window. */
const nameOf = (userId: number, key: string): string => `parley-draft-${userId}-${key}`;

export const readDraft = (userId: number, key: string): string => {
  try {
    return localStorage.getItem(nameOf(userId, key)) ?? "";
  } catch {
    return "";
  }
};

export const keepDraft = (userId: number, key: string, text: string): void => {
  try {
    if (text.trim() === "") localStorage.removeItem(nameOf(userId, key));
    else localStorage.setItem(nameOf(userId, key), text);
  } catch {
    // Without room it lives as long as the window.
  }
};
