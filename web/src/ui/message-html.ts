import { words } from "../words/en";
import { whole } from "./time";

interface TrustedPolicy {
  createHTML(html: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy;
}

/** HTML by the server, which makes it safe; nothing else becomes HTML here. */
const policy: TrustedPolicy = ((globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  "parley",
  { createHTML: (html) => html },
) ?? { createHTML: (html: string) => html }) as TrustedPolicy;

const emojiText = (className: string): string | undefined => {
  const codes = /\bemoji-([0-9a-f-]+)\b/.exec(className)?.[1]?.split("-");
  return codes && String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
};

const drawEmoji = (root: Element): void => {
  for (const one of root.querySelectorAll("span.emoji")) {
    const text = emojiText(one.className);
    if (text !== undefined) one.textContent = text;
  }
};

const isOurs = (url: string): boolean => new URL(url, location.href).origin === location.origin;

/** Pictures of other sites are links: those sites needn't learn who reads what. */
const linkPictures = (root: Element): void => {
  for (const picture of root.querySelectorAll("img")) {
    if (isOurs(picture.src)) {
      picture.loading = "lazy";
      continue;
    }
    const link = picture.closest("a");
    const host = new URL(picture.src).host;
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
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = Date.parse(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(at)) time.textContent = whole(at);
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

const offerCopies = (root: Element): void => {
  for (const block of root.querySelectorAll(".codehilite")) {
    const code = block.querySelector("pre");
    if (code === null) continue;
    code.tabIndex = 0;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-code";
    button.textContent = words.copy;
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(code.textContent ?? "").then(() => {
        button.textContent = words.copied;
      });
    });
    block.append(button);
  }
};

const markOwnName = (root: Element, ownId: number): void => {
  for (const mention of root.querySelectorAll(
    `.user-mention[data-user-id="${ownId}"], .user-mention[data-user-id="*"]`,
  ))
    mention.classList.add("me");
};

/** Puts a message's HTML into an element, and what only a browser can add. */
export const fillIn = (element: Element, html: string, ownId: number): void => {
  element.innerHTML = policy.createHTML(html);
  drawEmoji(element);
  linkPictures(element);
  openElsewhere(element);
  localTimes(element);
  hideSpoilers(element);
  offerCopies(element);
  markOwnName(element, ownId);
};

/** A Unicode emoji as text. */
export const emojiOf = (code: string): string => emojiText(`emoji-${code}`) ?? "";
