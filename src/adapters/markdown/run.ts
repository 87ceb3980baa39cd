import type MarkdownIt from "markdown-it";
import type { RenderContext } from "../../application/ports/message-renderer";

/** Emoji by name and by code point in hexadecimal. */
export interface EmojiNames {
  readonly codes: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

/** What every rendering of a server has in common. */
export interface Setup {
  readonly emoji: EmojiNames;
  /** The server's address without a slash at the end, once it is known; links to it become relative. */
  readonly realmUrl: () => string;
}

/** One rendering: what it knows, and what it finds out on its way. */
export interface Run {
  readonly context: RenderContext;
  readonly emoji: EmojiNames;
  readonly realmUrl: string;
  /** Blocks between fences, by their number in the text. */
  readonly fences: FencedPart[];
  readonly mentions: {
    readonly userIds: Set<number>;
    readonly groupIds: Set<number>;
    channelWildcard: boolean;
    topicWildcard: boolean;
  };
  readonly uploadPaths: Set<string>;
  readonly alertWords: Set<string>;
  /** Whether text at hand is quoted: then it alerts nobody. */
  isQuoted: boolean;
  /** Whether text at hand is what a link shows: then it makes no further links. */
  isInLink: boolean;
}

/** What is lifted out of the text before its blocks are read. */
export type FencedPart =
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "math"; readonly paragraphs: readonly string[] }
  | { readonly kind: "html"; readonly html: string };

/** Stands for a fenced part in the text, or for something inline that was read already. No source has it. */
export const placeholder = "\u0002";

/** A rendering that has not begun. */
export const newRun = (context: RenderContext, emoji: EmojiNames, realmUrl: string): Run => ({
  context,
  emoji,
  realmUrl,
  fences: [],
  mentions: { userIds: new Set(), groupIds: new Set(), channelWildcard: false, topicWildcard: false },
  uploadPaths: new Set(),
  alertWords: new Set(),
  isQuoted: false,
  isInLink: false,
});

/** The run that a parser's state belongs to. */
export const runOf = ({ env }: { readonly env: unknown }): Run => (env as { run: Run }).run;

export type InlineState = MarkdownIt.StateInline;
export type InlineRule = (state: InlineState, silent: boolean) => boolean;
export type Token = MarkdownIt.Token;

/** A token's attributes; their values are text. */
export const attributesIn = (token: Token | undefined): readonly (readonly [string, string])[] =>
  (token?.attrs ?? []).map(([name, value]) => [name, `${value}`]);
