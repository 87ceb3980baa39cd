const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The HTML entity of a special character; other characters stay as they are. */
export const entityOf = (character: string): string => entities[character] ?? character;

/** Escapes text for use between tags or in an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, entityOf);

/** Escapes text for use between tags, where quotation marks are harmless. */
export const escapeBetweenTags = (text: string): string => text.replace(/[&<>]/g, entityOf);
