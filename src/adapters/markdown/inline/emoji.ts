import { attributesOf, escapeText } from "../rendering/html";
import {
  type EmojiNames,
  type InlineState,
  type Rendering,
  renderingOf,
  type Token,
} from "../rendering/rendering";
import type { Pass } from "./spans";

const htmlToken = (state: InlineState, html: string): readonly Token[] => {
  const token = new state.Token("html", "", 0);
  token.content = html;
  return [token];
};

const titleOf = (name: string): string => name.replaceAll("_", " ");

const emojiHtml = (name: string, code: string): string => {
  const attributes = attributesOf([
    ["class", `emoji emoji-${code}`],
    ["title", titleOf(name)],
    ["role", "img"],
    ["aria-label", titleOf(name)],
  ]);
  return `<span${attributes}>:${escapeText(name)}:</span>`;
};

const imageHtml = (name: string, url: string): string =>
  `<img${attributesOf([
    ["alt", `:${name}:`],
    ["class", "emoji"],
    ["src", url],
    ["title", titleOf(name)],
  ])}>`;

/** The extra emoji that every server has in addition to Unicode's. */
const extraEmoji = { name: "zulip", url: "/static/generated/emoji/images/emoji/unicode/zulip.png" };

const emojiNamed = (name: string, { context, emoji }: Rendering): string | undefined => {
  const custom = context.customEmoji.find((one) => one.name === name);
  if (custom) return imageHtml(name, custom.url);
  if (name === extraEmoji.name) return imageHtml(name, extraEmoji.url);
  const code = Object.hasOwn(emoji.codes, name) ? emoji.codes[name] : undefined;
  return code === undefined ? undefined : emojiHtml(name, code);
};

const name = /:([\p{L}\p{N}_+-]+):/gu;

/** `:tada:`. */
export const namedEmoji = (state: InlineState): Pass => {
  const rendering = renderingOf(state);
  return (text, from) => {
    name.lastIndex = from;
    for (let found = name.exec(text); found; found = name.exec(text)) {
      const html = emojiNamed(found[1] ?? "", rendering);
      if (html !== undefined) {
        const { index } = found;
        return { start: index, end: index + found[0].length, tokens: () => htmlToken(state, html) };
      }
    }
    return undefined;
  };
};

const emoticons: Readonly<Record<string, string>> = {
  ":)": "1f642",
  "(:": "1f642",
  ":(": "1f641",
  "<3": "2764",
  ":|": "1f610",
  ":/": "1f615",
  ";)": "1f609",
  ":D": "1f604",
  ":o": "1f62e",
  ":O": "1f62e",
  ":p": "1f61b",
  ":P": "1f61b",
};
const around = ",.;?!()[\\] \"'\\n\\t";

const forms = Object.keys(emoticons).map((form) => form.replace(/[()|/]/g, "\\$&"));
const anyEmoticon = new RegExp(`(?<![^${around}])(?:${forms.join("|")})(?![^${around}])`, "g");

/** Emoticons such as `:)`, for users who enabled them. */
export const emoticon = (state: InlineState): Pass => {
  const { emoji, context } = renderingOf(state);
  return (text, from) => {
    if (!context.translatesEmoticons) return undefined;
    anyEmoticon.lastIndex = from;
    for (let found = anyEmoticon.exec(text); found; found = anyEmoticon.exec(text)) {
      const code = emoticons[found[0]] ?? "";
      const { index } = found;
      const name = emoji.names[code];
      if (name === undefined) continue;
      const end = index + found[0].length;
      return { start: index, end, tokens: () => htmlToken(state, emojiHtml(name, code)) };
    }
    return undefined;
  };
};

const one = "\\p{Emoji}(?:\\p{Emoji_Modifier}|\\uFE0F?\\u20E3?|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?";
const sequence = new RegExp(`(?:\\p{RI}\\p{RI}|${one})(?:\\u200D(?:\\p{RI}\\p{RI}|${one}))*`, "gu");
/** Characters that are text by default, such as digits and arrows, unless a selector requests their emoji form. */
const asText = /^\P{Emoji_Presentation}\u20E3?$/u;

const codeOf = (written: string): string =>
  [...written.replaceAll("\uFE0F", "")]
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0"))
    .join("-");

/** The HTML of a Unicode emoji sequence, if it is known. */
const emojiWritten = (written: string, { names }: EmojiNames): string | undefined => {
  if (asText.test(written)) return undefined;
  const code = codeOf(written);
  const name = names[code];
  return name === undefined ? undefined : emojiHtml(name, code);
};

/** Unicode emoji. */
export const unicodeEmoji = (state: InlineState): Pass => {
  const { emoji } = renderingOf(state);
  return (text, from) => {
    sequence.lastIndex = from;
    for (let found = sequence.exec(text); found; found = sequence.exec(text)) {
      const html = emojiWritten(found[0], emoji);
      const { index } = found;
      if (html !== undefined)
        return { start: index, end: index + found[0].length, tokens: () => htmlToken(state, html) };
    }
    return undefined;
  };
};
