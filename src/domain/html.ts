const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** How HTML writes one of the signs that have a meaning there; any other as it is. */
export const entityOf = (sign: string): string => entities[sign] ?? sign;

/** A text between tags or in an attribute, as no markup at all. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, entityOf);

/** A text between tags, where quotation marks mean nothing. */
export const escapeBetweenTags = (text: string): string => text.replace(/[&<>]/g, entityOf);
