/** Schemes whose links only open a page, or a program the reader chose for them. */
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
/** Characters that browsers ignore in URLs, which would make `java\nscript:` dangerous. */
const ignored = /[\p{Cc}\p{Z}]/u;

/** The URL in a form that is safe for links; undefined if it could do harm. Without a scheme it is a web page. */
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

/** Makes links to the realm's own pages and files relative. */
export const relativeUrl = (url: string, realmUrl: string): string => {
  const base = `${realmUrl}/`;
  return realmUrl !== "" && (url.startsWith(`${base}#`) || url.startsWith(`${base}user_uploads/`))
    ? url.slice(base.length)
    : url;
};
