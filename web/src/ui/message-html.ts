import { words } from "../words/en";
import { copyText } from "./clipboard";
import { dateAndTime, timeAndZone } from "./time";

interface TrustedPolicy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy;
}

const worker = "/service-worker.js";

/** Allows HTML rendered by the server, which sanitizes it, and our one service worker; nothing else. */
const rules: TrustedPolicy = {
  createHTML: (html) => html,
  createScriptURL: (url) => (url === worker ? url : ""),
};
const policy: TrustedPolicy =
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("parley", rules) ?? rules;

/** The service worker's URL, as a trusted type. */
export const workerUrl = (): string => policy.createScriptURL(worker);

const firstEmoji = 0x1f000;

/** The characters of an emoji, by the class of its element; undefined if it is a picture. */
export const emojiText = (className: string): string | undefined => {
  const codes = /\bemoji-([0-9a-f-]+)\b/.exec(className)?.[1]?.split("-");
  if (codes === undefined) return undefined;
  const points = codes.map((code) => Number.parseInt(code, 16));
  // Older symbols are drawn as text unless a variation selector asks for emoji.
  const isOlder = points.length === 1 && (points[0] ?? 0) < firstEmoji;
  return `${String.fromCodePoint(...points)}${isOlder ? "\u{fe0f}" : ""}`;
};

const drawEmoji = (root: Element): void => {
  for (const one of root.querySelectorAll("span.emoji")) {
    const text = emojiText(one.className);
    if (text !== undefined) one.textContent = text;
  }
  // Offline, the name replaces the picture.
  for (const one of root.querySelectorAll<HTMLImageElement>("img.emoji"))
    one.onerror = () => one.replaceWith(one.alt);
};

/** The largest size of pictures in messages; space is reserved before they load. */
const longestSide = { width: 420, height: 240 };

const keepRoom = (root: Element): void => {
  for (const image of root.querySelectorAll<HTMLImageElement>("img[data-original-dimensions]")) {
    const [width = 0, height = 0] = (image.dataset.originalDimensions ?? "").split("x").map(Number);
    if (!(width > 0 && height > 0)) continue;
    const scale = Math.min(1, longestSide.width / width, longestSide.height / height);
    image.width = Math.max(1, Math.round(width * scale));
    image.height = Math.max(1, Math.round(height * scale));
  }
};

/** Makes pictures buttons that the keyboard can reach; videos play in place. */
const openPictures = (root: Element): void => {
  for (const image of root.querySelectorAll<HTMLImageElement>("img.inline-image")) {
    image.tabIndex = 0;
    image.setAttribute("role", "button");
    image.setAttribute("aria-label", words.openPicture(image.alt));
  }
  for (const link of root.querySelectorAll<HTMLAnchorElement>(".message_inline_image a")) {
    const picture = link.querySelector("img");
    const film = link.querySelector("video");
    if (picture) picture.alt ||= words.openPicture(link.title);
    if (film === null || !isOurs(film.src)) continue;
    film.controls = true;
    film.setAttribute("aria-label", link.title);
    link.replaceWith(film);
  }
};

const isOurs = (url: string): boolean => new URL(url, location.href).origin === location.origin;

/** Replaces pictures and videos on other sites with links, so those sites don't learn who reads what. */
const linkPictures = (root: Element): void => {
  for (const film of root.querySelectorAll("video"))
    if (!isOurs(film.src)) film.replaceWith(words.videoAt(new URL(film.src, location.href).host));
  for (const picture of root.querySelectorAll("img")) {
    if (isOurs(picture.src)) {
      picture.loading = "lazy";
      continue;
    }
    const link = picture.closest("a");
    const host = new URL(picture.src, location.href).host;
    picture.replaceWith(words.pictureAt(host));
    link?.classList.add("picture-elsewhere");
  }
};

const openElsewhere = (root: Element): void => {
  for (const link of root.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    const href = link.getAttribute("href") ?? "";
    if (href.startsWith("#") || href.startsWith("/#")) continue;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
};

const localTimes = (root: Element): void => {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[datetime]")) {
    const at = Date.parse(time.dateTime);
    if (Number.isNaN(at)) continue;
    time.textContent = dateAndTime(at);
    time.title = timeAndZone(at);
  }
};

const hideSpoilers = (root: Element): void => {
  for (const block of root.querySelectorAll(".spoiler-block")) {
    const header = block.querySelector(".spoiler-header");
    const content = block.querySelector<HTMLElement>(".spoiler-content");
    if (header === null || content === null) continue;
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.append(...header.childNodes);
    if (summary.textContent?.trim() === "") summary.textContent = words.spoiler;
    content.removeAttribute("aria-hidden");
    details.append(summary, content);
    block.replaceChildren(details);
  }
};

const headingOf = (spoiler: HTMLDetailsElement): string | null | undefined =>
  spoiler.querySelector("summary")?.textContent;

/** Opens the spoilers that the reader had opened in an earlier version. Returns what replaces the one with the focus. */
const reopenSpoilers = (target: Element, next: Element): HTMLElement | null | undefined => {
  const earlier = [...target.querySelectorAll("details")];
  const later = [...next.querySelectorAll("details")];
  let focused: HTMLElement | null | undefined;
  for (const [index, one] of earlier.entries()) {
    // If there are more or fewer, their headings tell them apart: what nobody opened stays closed.
    const successor =
      earlier.length === later.length
        ? later[index]
        : later.find((other) => headingOf(other) === headingOf(one));
    if (successor && one.open) successor.open = true;
    if (one.firstChild === document.activeElement) focused = successor?.querySelector("summary");
  }
  return focused;
};

const offerCopies = (root: Element): void => {
  for (const block of root.querySelectorAll(".codehilite")) {
    const code = block.querySelector("pre");
    if (code === null) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-code";
    button.textContent = words.copy;
    button.addEventListener("click", () => {
      void copyText(code.textContent ?? "").then(() => {
        button.textContent = words.copied;
      });
    });
    block.append(button);
  }
};

/** Lets what may be wider than its message scroll sideways, by keyboard too. */
const scrollSideways = (root: Element): void => {
  for (const table of root.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "wide";
    table.replaceWith(frame);
    frame.append(table);
  }
  for (const one of root.querySelectorAll<HTMLElement>("pre, .wide, .katex-display")) one.tabIndex = 0;
};

const markOwnName = (root: Element, ownId: number): void => {
  for (const mention of root.querySelectorAll(
    `.user-mention[data-user-id="${ownId}"], .user-mention[data-user-id="*"]`,
  ))
    mention.classList.add("me");
};

/** Server-rendered HTML in an inert document, where nothing loads and nothing runs. */
export const readHtml = (html: string): Element =>
  new DOMParser().parseFromString(policy.createHTML(html), "text/html").body;

/** Starts a `/me` message with its sender's name. */
const withoutCommand = (root: Element): void => {
  const first = root.firstElementChild?.firstChild;
  if (first?.nodeType === Node.TEXT_NODE) first.textContent = (first.textContent ?? "").replace(/^\/me /, "");
};

/** Puts a message's HTML into an element and adds what only the browser can: local times, copy buttons, pictures. */
export const fillIn = (target: Element, html: string, ownId: number, isAction = false): void => {
  const element = readHtml(html);
  if (isAction) withoutCommand(element);
  drawEmoji(element);
  keepRoom(element);
  openPictures(element);
  linkPictures(element);
  openElsewhere(element);
  localTimes(element);
  hideSpoilers(element);
  offerCopies(element);
  scrollSideways(element);
  markOwnName(element, ownId);
  const focused = reopenSpoilers(target, element);
  target.replaceChildren(...element.childNodes);
  focused?.focus({ preventScroll: true });
};

/** A Unicode emoji as text. */
export const emojiOf = (code: string): string => emojiText(`emoji-${code}`) ?? "";
