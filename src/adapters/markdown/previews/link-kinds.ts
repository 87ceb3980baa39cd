/** A preview shown below the text. */
type Preview =
  | { readonly kind: "image"; readonly source: string }
  | { readonly kind: "video" }
  | { readonly kind: "youtube"; readonly id: string };

const imageEndings = [".bmp", ".gif", ".jpe", ".jpeg", ".jpg", ".png", ".webp"];
const videoEndings = [".mp4", ".webm"];

const parsed = (url: string): URL | undefined =>
  URL.canParse(url, "http://here.invalid") ? new URL(url, "http://here.invalid") : undefined;

const youtubeHosts: ReadonlySet<string> = new Set([
  "m.youtube.com",
  "www.youtube.com",
  "youtube.com",
  "www.youtube-nocookie.com",
  "youtube-nocookie.com",
]);

const youtubeId = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  if (hostname === "youtu.be") return pathname.slice(1);
  if (!youtubeHosts.has(hostname)) return undefined;
  if (["/watch", "/watch_popup"].includes(pathname)) return searchParams.get("v") ?? undefined;
  if (pathname === "/watch_videos") return searchParams.get("video_ids")?.split(",")[0];
  return /^\/(?:embed|shorts|v)\/([^/]*)/.exec(pathname)?.[1];
};

/** The URL of the image itself, for sites that show images on pages. */
const pictureOf = (url: URL, written: string): string => {
  const [, owner, repository, kind, ...rest] = url.pathname.split("/");
  if (/(?:^|\.)github\.com$/.test(url.hostname) && kind === "blob")
    return `https://raw.githubusercontent.com/${owner}/${repository}/${rest.join("/")}`;
  if (url.hostname.endsWith(".wikipedia.org") && url.pathname.startsWith("/wiki/File:"))
    return written.replace("/wiki/File:", "/wiki/Special:FilePath/File:");
  return written;
};

const endsWith = (path: string, endings: readonly string[]): boolean =>
  endings.some((ending) => path.toLowerCase().endsWith(ending));

/** The preview of an external link, if its URL alone determines one. */
export const previewOf = (written: string): Preview | undefined => {
  const url = parsed(written);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if (endsWith(url.pathname, videoEndings)) return { kind: "video" };
  if (url.hostname !== "pasteboard.co" && endsWith(url.pathname, imageEndings))
    return { kind: "image", source: pictureOf(url, written) };
  const id = youtubeId(url);
  return id !== undefined && /^[\w-]+$/.test(id) ? { kind: "youtube", id } : undefined;
};
