import type MarkdownIt from "markdown-it";
import type { RenderContext } from "../../../application/ports/messages/message-renderer";
import type { GroupId, UserId } from "../../../domain/ids";
import { linkifierWork } from "../../../domain/linkifiers/linkifier";
import { MatchingWork } from "../../../domain/text/matching-work";

/** Emoji codes by name, and first names by code. Codes are hexadecimal code points. */
export interface EmojiNames {
  readonly codes: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

/** What all renderings of a server share. */
export interface RendererSetup {
  readonly emoji: EmojiNames;
  /** The server's URL without a trailing slash, once it is known. Links to it become relative. */
  readonly realmUrl: () => string;
}

/** The state of one rendering: its input, and what it has found so far. */
export interface Rendering {
  readonly context: RenderContext;
  readonly emoji: EmojiNames;
  readonly realmUrl: string;
  /** Fenced parts, indexed by the number in their placeholder. */
  readonly fences: FencedPart[];
  readonly mentions: {
    readonly userIds: Set<UserId>;
    readonly groupIds: Set<GroupId>;
    channelWildcard: boolean;
    topicWildcard: boolean;
  };
  readonly uploadPaths: Set<string>;
  readonly alertWords: Set<string>;
  /** The work that linkifiers have left, in all paragraphs together. */
  readonly linkifierWork: MatchingWork;
  /** Whether the current text is quoted. Mentions in it are silent. */
  isQuoted: boolean;
  /** Whether the current text is a link's text. It may contain no further links. */
  isInLink: boolean;
}

/** A fenced part, lifted out of the text before blocks are read. */
export type FencedPart =
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "math"; readonly paragraphs: readonly string[] }
  | { readonly kind: "html"; readonly html: string };

/** Stands for a fenced part in the text, or for inline content already read. It never occurs in normalized source. */
export const placeholder = "\u0002";

/** The state of a new rendering. */
export const newRendering = (context: RenderContext, emoji: EmojiNames, realmUrl: string): Rendering => ({
  context,
  emoji,
  realmUrl,
  fences: [],
  mentions: { userIds: new Set(), groupIds: new Set(), channelWildcard: false, topicWildcard: false },
  uploadPaths: new Set(),
  alertWords: new Set(),
  linkifierWork: new MatchingWork(linkifierWork.message),
  isQuoted: false,
  isInLink: false,
});

/** The rendering that a parser state belongs to. */
export const renderingOf = ({ env }: { readonly env: unknown }): Rendering =>
  // `makeRender` gives each parse its own.
  (env as { rendering: Rendering }).rendering;

export type InlineState = MarkdownIt.StateInline;
export type InlineRule = (state: InlineState, silent: boolean) => boolean;
export type Token = MarkdownIt.Token;

/** A token's attributes, with string values. */
export const attributesIn = (token: Token | undefined): readonly (readonly [string, string])[] =>
  (token?.attrs ?? []).map(([name, value]) => [name, `${value}`]);
