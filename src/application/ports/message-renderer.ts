import type { Either } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { Requester } from "../admission/fair-turns";

/** Somebody whom a message may name. */
export interface Nameable {
  readonly id: number;
  readonly fullName: string;
  readonly isActive: boolean;
}

/** A group that a message may name. */
interface NameableGroup {
  readonly id: number;
  /** What is written between the stars. */
  readonly name: string;
  /** What is shown. */
  readonly displayName: string;
  readonly isDeactivated: boolean;
}

/** What is known of an uploaded file, by the path after `/user_uploads/`. */
export interface KnownUpload {
  readonly path: string;
  readonly contentType: string;
  /** Absent for what is no image that thumbnails are made of. */
  readonly image?: {
    readonly width: number;
    readonly height: number;
    readonly isAnimated: boolean;
    /** The thumbnail's file name ("840x560.webp"); absent while there is none yet. */
    readonly thumbnail?: string;
    /** A large version for browsers that can't show the original's type. */
    readonly transcoded?: string;
  };
}

/**
 * What Markdown needs to know of the realm to become HTML: only what the source may name, as far as its
 * writer may know of it, so that it stays small whatever the size of the realm.
 */
export interface RenderContext {
  readonly users: readonly Nameable[];
  readonly groups: readonly NameableGroup[];
  readonly channels: readonly { readonly id: number; readonly name: string }[];
  /** The newest message of topics that are linked. */
  readonly topics: readonly {
    readonly channelId: number;
    readonly topic: string;
    readonly messageId: number;
  }[];
  /** In their order; each pattern is written for RE2. */
  readonly linkifiers: readonly {
    readonly id: number;
    readonly pattern: string;
    readonly urlTemplate: string;
  }[];
  readonly customEmoji: readonly { readonly id: string; readonly name: string; readonly url: string }[];
  readonly uploads: readonly KnownUpload[];
  /** In lower case. */
  readonly alertWords: readonly string[];
  /** Whether linked images and videos are shown below the text. */
  readonly previewsMedia: boolean;
  /** Of code fences that name none; empty for none. */
  readonly defaultCodeLanguage: string;
  /** Whether `:)` becomes an emoji. */
  readonly translatesEmoticons: boolean;
  /** Who has it rendered: the renderer is shared fairly among them. */
  readonly requester: Requester;
}

/** Markdown that names nothing of a realm: descriptions, what the server writes itself. */
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

/** What a message becomes, and what was found in it. */
export interface RenderedMessage {
  /** Safe to show as it is. */
  readonly html: string;
  /** Whom it alerts: silent mentions aren't among them. */
  readonly mentions: {
    readonly userIds: readonly number[];
    readonly groupIds: readonly number[];
    readonly channelWildcard: boolean;
    readonly topicWildcard: boolean;
  };
  /** Those of the alert words that it says outside of code blocks. */
  readonly alertWords: readonly string[];
  /** Paths of uploaded files that it links, after `/user_uploads/`. */
  readonly uploadPaths: readonly string[];
}

/** Markdown as people write it, to the HTML that clients show. API §4.19. */
export interface MessageRenderer {
  /** Grows when the same source becomes other HTML. */
  readonly version: number;
  /** Fails where it takes too long, becomes too large, or there is no room for it. */
  render(source: string, context: RenderContext): Promise<Either<ApiError, RenderedMessage>>;
}
