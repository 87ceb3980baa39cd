/** Schemes whose links do nothing but open a page or a program that the reader chose for it. */
const schemes: ReadonlySet<string> = new Set([
  "http",
  "https",
  "ftp",
  "file",
  "bitcoin",
  "geo",
  "im",
  "irc",
  "ircs",
  "magnet",
  "mailto",
  "matrix",
  "mms",
  "news",
  "nntp",
  "openpgp4fpr",
  "sip",
  "sms",
  "smsto",
  "ssh",
  "tel",
  "urn",
  "webcal",
  "wtai",
  "xmpp",
]);

const scheme = /^([a-z][a-z\d+.-]*):(.*)$/is;
/** What browsers ignore within a URL, so that `java\nscript:` would be one. */
const ignored = /[\p{Cc}\p{Z}]/u;

/** The URL as a link may have it; undefined where it could do harm. Without a scheme it is a web page. */
export const safeUrl = (written: string): string | undefined => {
  const url = written.replaceAll(" ", "%20");
  if (ignored.test(url)) return undefined;
  if (url.startsWith("/") || (url.startsWith("#") && url.length > 1)) return url;
  const found = scheme.exec(url);
  if (found !== null) {
    const [, name = "", rest = ""] = found;
    return schemes.has(name.toLowerCase()) ? `${name.toLowerCase()}:${rest}` : undefined;
  }
  const path = url.split(/[?#]/)[0] ?? "";
  return path.includes("@") ? `mailto:${url}` : `http://${url}`;
};

/** Links to the realm itself open where the reader is. */
export const relativeUrl = (url: string, realmUrl: string): string => {
  const own = `${realmUrl}/`;
  return realmUrl !== "" && (url.startsWith(`${own}#`) || url.startsWith(`${own}user_uploads/`))
    ? url.slice(own.length)
    : url;
};
