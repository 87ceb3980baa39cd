import type { Either } from "fp-ts/Either";
import type { ChannelId, GroupId, LinkifierId, MessageId, UserId } from "../../../domain/ids";
import type { serverBusy } from "../../../domain/limit-refusals";
import type { unableToRender } from "../../../domain/messages/refusals";
import type { Requester } from "../system/requester";

/** A user that a message may mention. */
export interface Nameable {
  readonly id: UserId;
  readonly fullName: string;
  readonly isActive: boolean;
}

/** A group that a message may mention. */
interface NameableGroup {
  readonly id: GroupId;
  /** The name between the asterisks. */
  readonly name: string;
  /** The displayed name. */
  readonly displayName: string;
  readonly isDeactivated: boolean;
}

/** An uploaded file, by its path after `/user_uploads/`. */
export interface KnownUpload {
  readonly path: string;
  readonly contentType: string;
  /** Absent unless thumbnails can be made of the file. */
  readonly image?: {
    readonly width: number;
    readonly height: number;
    readonly isAnimated: boolean;
    /** The thumbnail's file name ("840x560.webp"); absent until it exists. */
    readonly thumbnail?: string;
    /** A large version for browsers that can't display the original's type. */
    readonly transcoded?: string;
  };
}

/**
 * The data of the realm that rendering a text needs: only what the source may mention and its writer may see,
 * so that it stays small whatever the realm's size.
 */
export interface RenderContext {
  readonly users: readonly Nameable[];
  readonly groups: readonly NameableGroup[];
  readonly channels: readonly { readonly id: ChannelId; readonly name: string }[];
  /** The newest message of linked topics. */
  readonly topics: readonly {
    readonly channelId: ChannelId;
    readonly topic: string;
    readonly messageId: MessageId;
  }[];
  /** In order; the patterns are RE2's. */
  readonly linkifiers: readonly {
    readonly id: LinkifierId;
    readonly pattern: string;
    readonly urlTemplate: string;
  }[];
  readonly customEmoji: readonly { readonly id: string; readonly name: string; readonly url: string }[];
  readonly uploads: readonly KnownUpload[];
  /** In lower case. */
  readonly alertWords: readonly string[];
  /** Whether linked images and videos are previewed below the text. */
  readonly previewsMedia: boolean;
  /** The language of code fences that name none; empty for no language. */
  readonly defaultCodeLanguage: string;
  /** Whether `:)` becomes an emoji. */
  readonly translatesEmoticons: boolean;
  /** The requester of the rendering, for fair shares of the renderer. */
  readonly requester: Requester;
}

/** For Markdown without mentions: descriptions, and texts of the server. */
export const plainContext: RenderContext = {
  users: [],
  groups: [],
  channels: [],
  topics: [],
  linkifiers: [],
  customEmoji: [],
  uploads: [],
  alertWords: [],
  previewsMedia: false,
  defaultCodeLanguage: "",
  translatesEmoticons: false,
  requester: { realm: "", user: "server" },
};

/** A rendered message with its mentions, alert words and uploads. */
export interface RenderedMessage {
  /** Safe to insert into a page. */
  readonly html: string;
  /** Without silent mentions. */
  readonly mentions: {
    readonly userIds: readonly UserId[];
    readonly groupIds: readonly GroupId[];
    readonly channelWildcard: boolean;
    readonly topicWildcard: boolean;
  };
  /** The alert words that occur outside of code blocks. */
  readonly alertWords: readonly string[];
  /** Paths of linked uploads, after `/user_uploads/`. */
  readonly uploadPaths: readonly string[];
}

/** Rendering takes too long, its result is too large, or no renderer is free. */
export type RenderError = typeof unableToRender | typeof serverBusy;

/** Renders users' Markdown as the HTML that clients display. API §4.19. */
export interface MessageRenderer {
  /** Grows whenever the same source renders differently. */
  readonly version: number;
  render(source: string, context: RenderContext): Promise<Either<RenderError, RenderedMessage>>;
}
