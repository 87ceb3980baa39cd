import MarkdownIt from "markdown-it";
import { readBlocks } from "./blocks/read-blocks";
import { toTokens } from "./blocks/to-tokens";
import { codeBlock } from "./code/code-block";
import { autolinkRule } from "./inline/autolink";
import { channelLinkRule } from "./inline/channel-link";
import { codeRule } from "./inline/code";
import { emoticon, namedEmoji, unicodeEmoji } from "./inline/emoji";
import { deleted, emphasis, strong, strongEmphasis } from "./inline/emphasis";
import { imageRule } from "./inline/image";
import { lineBreak } from "./inline/line-break";
import { linkRule } from "./inline/link";
import { linkifierPasses } from "./inline/linkifier";
import { mathBlock, mathRule } from "./inline/math";
import { groupMentionRule, userMentionRule } from "./inline/mention";
import { readSpans, spanOf } from "./inline/spans";
import { textRule } from "./inline/text";
import { timeRule } from "./inline/time";
import { previewRule } from "./previews/previews";
import { attributesOf, escapeText } from "./rendering/html";
import {
  attributesIn,
  type FencedPart,
  type InlineRule,
  type InlineState,
  renderingOf,
  type Token,
} from "./rendering/rendering";
import { findAlertWords } from "./source/alert-words";
import { liftFences, setListsApart } from "./source/fences";
import { normalize } from "./source/normalize";

/**
 * Rules applied at each position, in order of precedence. Apart from link texts, their content has no further markup.
 */
const inlineRules: readonly (readonly [string, InlineRule])[] = [
  ["code", codeRule],
  ["user_mention", userMentionRule],
  ["math", mathRule],
  ["channel_link", channelLinkRule],
  ["time", timeRule],
  ["group_mention", groupMentionRule],
  ["image", imageRule],
  ["link", linkRule],
  ["autolink", autolinkRule],
  ["text", textRule],
];

/** Applies the passes one after another to the whole text, because these marks nest. */
const readMarks = (state: InlineState): void => {
  const passes = renderingOf(state).isInLink
    ? [strongEmphasis(state), lineBreak(state)]
    : [
        strongEmphasis(state),
        ...linkifierPasses(state),
        strong(state),
        emphasis(state),
        deleted(state),
        namedEmoji(state),
        emoticon(state),
        unicodeEmoji(state),
        lineBreak(state),
      ];
  state.tokens.splice(0, state.tokens.length, ...readSpans(state, spanOf(state.tokens), passes));
};

const readText = (state: MarkdownIt.StateCore): void => {
  const run = renderingOf(state);
  state.src = liftFences(normalize(setListsApart(state.src)), run);
  findAlertWords(state.src, run);
};

const readInline = (state: MarkdownIt.StateCore): void => {
  const run = renderingOf(state);
  let quotes = 0;
  for (const token of state.tokens) {
    if (token.tag === "blockquote") quotes += token.nesting;
    if (token.type !== "inline") continue;
    run.isQuoted = quotes > 0;
    token.children = [];
    state.md.inline.parse(token.content, state.md, state.env, token.children);
  }
};

const fencedHtml = (token: Token | undefined): string => {
  // `liftFences` made the token.
  const part = token?.meta as FencedPart;
  switch (part.kind) {
    case "html":
      return part.html;
    case "math":
      return mathBlock(part.paragraphs);
    case "code":
      return codeBlock(part.language, part.text);
  }
};

/** Zulip's Markdown dialect, as stages of markdown-it. */
export const dialect = (): MarkdownIt.MarkdownIt => {
  const markdown = new MarkdownIt("zero");
  markdown.core.ruler.at("normalize", readText);
  markdown.core.ruler.at("block", (state) => {
    state.tokens.push(...toTokens(state, readBlocks(state.src)));
  });
  markdown.core.ruler.at("inline", readInline);
  markdown.core.ruler.push("previews", previewRule);
  markdown.inline.ruler.disable("text");
  for (const [name, rule] of inlineRules) markdown.inline.ruler.push(`zulip_${name}`, rule);
  markdown.inline.ruler2.disable(["balance_pairs", "fragments_join"]);
  markdown.inline.ruler2.push("marks", readMarks);
  Object.assign(markdown.renderer.rules, {
    text: (tokens, index) => escapeText(tokens[index]?.content ?? ""),
    html: (tokens, index) => tokens[index]?.content ?? "",
    anchor: (tokens, index) => tokens[index]?.content ?? "",
    preview: (tokens, index) => tokens[index]?.content ?? "",
    line_break: () => "<br>\n",
    line_end: () => "\n",
    hr: () => "<hr>",
    fenced: (tokens, index) => fencedHtml(tokens[index]),
    block_open: (tokens, index) => `<${tokens[index]?.tag}${attributesOf(attributesIn(tokens[index]))}>`,
    block_close: (tokens, index) => `</${tokens[index]?.tag}>`,
    span_open: (tokens, index) => `<${tokens[index]?.tag}>`,
    span_close: (tokens, index) => `</${tokens[index]?.tag}>`,
    link: (tokens, index, options, env, renderer) => {
      const shown = renderer.renderInline(tokens[index]?.children ?? [], options, env);
      return `<a${attributesOf(attributesIn(tokens[index]))}>${shown}</a>`;
    },
  } satisfies Record<string, MarkdownIt.RendererRule>);
  return markdown;
};
