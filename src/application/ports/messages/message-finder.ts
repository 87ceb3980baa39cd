import type { MessageId, RealmId } from "../../../domain/ids";
import type { Message, MessageHead } from "../../../domain/messages/message";
import type { Narrow } from "../../../domain/narrow/narrow";
import type { MessageScope } from "./message-scope";

/** How many messages to fetch on each side of an anchor. */
export interface MessageWindow {
  readonly scope: MessageScope;
  readonly narrow: Narrow;
  /** A message id, which need not exist. */
  readonly anchor: MessageId;
  readonly before: number;
  readonly after: number;
}

/** A window with a byte limit too, because a message with its edits can be a megabyte long. */
export interface SizedWindow extends MessageWindow {
  /**
   * On each side, counting from the anchor, the window ends after the messages that reach this many bytes
   * together, as `messageSize` counts them.
   */
  readonly enough: number;
}

/** What was read up to a byte limit, in the order asked for. */
export interface Bounded<Items> {
  readonly found: Items;
  /** The id of the last message that was read, if the limit left out what comes after it. */
  readonly endsAt?: MessageId | undefined;
}

/** A message with the search terms highlighted in its HTML. */
export interface Highlighted {
  readonly content: string;
  readonly topic: string;
}

/** Finds messages by narrows. */
export interface MessageFinder {
  /**
   * At most `before` messages below the anchor, the anchor itself, and at most `after` above it; each
   * ascending.
   */
  around(
    realmId: RealmId,
    window: SizedWindow,
  ): Promise<{
    readonly before: readonly Message[];
    readonly at: Message | undefined;
    readonly after: readonly Message[];
    /** Whether the byte limit ended the side below the anchor, and the side above it. */
    readonly isCut: { readonly before: boolean; readonly after: boolean };
  }>;
  /** Like the method above, without contents. */
  heads(
    realmId: RealmId,
    window: MessageWindow,
  ): Promise<{
    readonly before: readonly MessageHead[];
    readonly at: MessageHead | undefined;
    readonly after: readonly MessageHead[];
  }>;
  /** The messages that match the narrow, without checking who may read them. */
  among(realmId: RealmId, ids: readonly MessageId[], narrow: Narrow): Promise<ReadonlySet<MessageId>>;
  /**
   * The messages by id, with the search terms marked by `<span class="highlight">`, in the order of the ids. Ends after the message
   * with which they reach `enough` bytes; terms that PostgreSQL doesn't mark may add to them.
   */
  highlighted(
    realmId: RealmId,
    ids: readonly MessageId[],
    search: string,
    enough: number,
  ): Promise<Bounded<ReadonlyMap<MessageId, Highlighted>>>;
}
