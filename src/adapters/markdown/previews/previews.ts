import type MarkdownIt from "markdown-it";
import { attributesOf } from "../rendering/html";
import { attributesIn, type Rendering, renderingOf, type Token } from "../rendering/rendering";
import { previewOf } from "./link-kinds";
import { previewImage, uploadPath } from "./media";

/** A message with more distinct links gets no previews. */
const maxLinks = 24;

const hrefOf = (link: Token): string => attributesIn(link).find(([name]) => name === "href")?.[1] ?? "";

type Attributes = readonly (readonly [string, string])[];

const frame = (classes: string, link: Attributes, inside: string): string =>
  `<div class="${classes}"><a${attributesOf(link)}>${inside}</a></div>`;

const video = (href: string, link: Attributes): string =>
  frame(
    "message_inline_image message_inline_video",
    link,
    `<video${attributesOf([
      ["preload", "metadata"],
      ["src", href],
    ])}></video>`,
  );

const uploadedVideos: ReadonlySet<string> = new Set(["video/mp4", "video/quicktime", "video/webm"]);

/** The preview of a link, and whether it may replace the link; undefined for none. */
const previewHtml = (
  rendering: Rendering,
  link: Token,
): { readonly html: string; readonly mayReplace: boolean } | undefined => {
  const href = hrefOf(link);
  const titled: Attributes = [
    ["href", href],
    ...(link.content === href ? [] : [["title", link.content] as const]),
  ];
  const path = uploadPath(href, rendering.realmUrl);
  if (path !== undefined) {
    const upload = rendering.context.uploads.find((one) => one.path === path);
    if (upload === undefined) return undefined;
    if (uploadedVideos.has(upload.contentType)) return { html: video(href, titled), mayReplace: true };
    if (upload.image === undefined) return undefined;
    return {
      html: frame("message_inline_image", titled, previewImage(upload, upload.image)),
      mayReplace: true,
    };
  }
  const preview = previewOf(href);
  switch (preview?.kind) {
    case undefined:
      return undefined;
    case "video":
      return { html: video(href, titled), mayReplace: true };
    case "image":
      return {
        html: frame("message_inline_image", titled, `<img${attributesOf([["src", preview.source]])}>`),
        mayReplace: true,
      };
    case "youtube": {
      const link: Attributes = [
        ["data-id", preview.id],
        ["href", href],
      ];
      const picture = attributesOf([["src", `https://i.ytimg.com/vi/${preview.id}/default.jpg`]]);
      return {
        html: frame("youtube-video message_inline_image", link, `<img${picture}>`),
        mayReplace: false,
      };
    }
  }
};

interface Place {
  readonly link: Token;
  /** The inline token that contains the link. */
  readonly holder: Token;
  /** The enclosing tag, such as p, li or td; empty if the link is inside emphasis. */
  readonly around: string;
  readonly isQuoted: boolean;
}

/** The links of a message, in order. */
const placesOf = (tokens: readonly Token[]): readonly Place[] => {
  const places: Place[] = [];
  const open: string[] = [];
  for (const holder of tokens) {
    if (holder.nesting === 1) open.push(holder.tag);
    else if (holder.nesting === -1) open.pop();
    let depth = 0;
    for (const link of holder.children ?? []) {
      depth += link.nesting;
      const around = depth === 0 ? (open.at(-1) ?? "") : "";
      if (link.type === "link") places.push({ link, holder, around, isQuoted: open.includes("blockquote") });
    }
  }
  return places;
};

/** Whether the block contains only the link. */
const isAlone = ({ holder, link }: Place): boolean => {
  const others = (holder.children ?? []).filter((one) => one !== link);
  return others.length === 0 && link.content === hrefOf(link);
};

/** Records the uploaded files that links point to, and adds image, video and link previews. */
export const previewRule = (state: MarkdownIt.StateCore): void => {
  const rendering = renderingOf(state);
  const places = placesOf(state.tokens);
  for (const { link } of places) {
    const path = uploadPath(hrefOf(link), rendering.realmUrl);
    if (path !== undefined) rendering.uploadPaths.add(path);
  }
  if (!rendering.context.previewsMedia) return;
  const shown = places.filter(({ isQuoted }) => !isQuoted);
  if (new Set(shown.map(({ link }) => hrefOf(link))).size > maxLinks) return;
  const done = new Set<string>();
  for (const place of shown) {
    const href = hrefOf(place.link);
    if (done.has(href)) continue;
    done.add(href);
    const preview = previewHtml(rendering, place.link);
    if (preview === undefined) continue;
    const token = new state.Token("preview", "div", 0);
    token.content = preview.html;
    token.meta = { holder: place.holder };
    insert(state.tokens, place, token, preview.mayReplace);
  }
};

const insert = (tokens: Token[], place: Place, preview: Token, mayReplace: boolean): void => {
  const { holder, link, around } = place;
  const at = tokens.indexOf(holder);
  if (around === "p") {
    // After the paragraph's end, its line break and its other previews.
    let after = at + 3;
    while (tokens[after]?.type === "preview" && tokens[after]?.meta?.holder === holder) after += 1;
    tokens.splice(after, 0, preview);
    if (mayReplace && isAlone(place)) tokens.splice(at - 1, 4);
  } else if (around === "li") {
    let depth = 0;
    let end = at;
    while (depth >= 0 && end < tokens.length) {
      end += 1;
      depth += tokens[end]?.nesting ?? 0;
    }
    tokens.splice(end, 0, preview);
    if (mayReplace && isAlone(place)) holder.children = (holder.children ?? []).filter((one) => one !== link);
  } else tokens.push(preview);
};
