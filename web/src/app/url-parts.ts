/** Reads a part of a URL fragment, in which dots stand for percent signs; one that can't be read stays as it is. */
export const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll(".", "%"));
  } catch {
    return part;
  }
};

/** Writes a text as a part of a URL fragment. */
export const encodePart = (part: string): string =>
  encodeURIComponent(part)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(".", "%2E")
    .replaceAll("%", ".");

/** A name in a URL, which only people read. */
export const slug = (name: string): string => encodePart(name.trim().replace(/[\s"%/]+/g, "-"));
