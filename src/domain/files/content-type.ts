/**
 * Types that a browser may display inline. None of them can run scripts: HTML, SVG and XML are downloaded
 * instead.
 */
const shownTypes: ReadonlySet<string> = new Set([
  "application/pdf",
  "audio/aac",
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/webm",
  "image/apng",
  "image/avif",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/plain",
  "video/mp4",
  "video/webm",
]);

export const bareType = (contentType: string): string =>
  contentType.split(";")[0]?.trim().toLowerCase() ?? "";

/** Whether a file of the type is displayed inline; otherwise it is downloaded. */
export const isShownInline = (contentType: string): boolean => shownTypes.has(bareType(contentType));

const unknown = "application/octet-stream";

/** Types that a page can load as a script or a style sheet. */
const loadedTypes =
  /^(?:(?:application|text)\/(?:x-)?(?:ecma|java)script|text\/(?:css|javascript1\.[0-5]|jscript|livescript))$/;

/**
 * The type to send a file with. Scripts and style sheets are sent as plain bytes: our own pages may load both from this
 * origin, so a flaw in their markup could load an uploaded one.
 */
export const sentTypeOf = (contentType: string): string =>
  loadedTypes.test(bareType(contentType)) ? unknown : contentType;

/** Maps aliases to the names that browsers know. */
const commonNames: Readonly<Record<string, string>> = {
  "audio/x-m4a": "audio/mp4",
  "audio/x-flac": "audio/flac",
  "audio/vnd.wave": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-wav": "audio/wav",
  "video/x-m4v": "video/mp4",
};

/** Audio types that share a container with video types. */
const audioTypes: Readonly<Record<string, string>> = {
  "audio/webm": "video/webm",
  "audio/mp4": "video/mp4",
};

/** Whether a file with this beginning is UTF-8 text. */
export const looksLikeText = (head: Uint8Array): boolean => {
  if (head.includes(0)) return false;
  try {
    // The last character may be cut off.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/**
 * The type of a file. Types displayed inline must match the bytes; otherwise the name is the better source.
 */
export const contentTypeOf = (file: {
  /** Detected from the first bytes. */
  readonly sniffed: string | undefined;
  /** From the extension of its name. */
  readonly named: string | undefined;
  readonly isText: boolean;
}): string => {
  const sniffed = file.sniffed && (commonNames[file.sniffed] ?? file.sniffed);
  const named = file.named && (commonNames[file.named] ?? file.named);
  if (sniffed !== undefined && isShownInline(sniffed))
    return named !== undefined && audioTypes[named] === sniffed ? named : sniffed;
  if (named === undefined) return sniffed ?? (file.isText ? "text/plain; charset=utf-8" : unknown);
  if (named === "text/plain") return file.isText ? "text/plain; charset=utf-8" : (sniffed ?? unknown);
  return isShownInline(named) ? (sniffed ?? unknown) : named;
};
