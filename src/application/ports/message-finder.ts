import type { Message, MessageHead } from "../../domain/message";
import type { Narrow } from "../../domain/narrow";
import type { MessageScope } from "./message-scope";

/** What is asked for: how many messages on each side of an anchor. */
export interface MessageWindow {
  readonly scope: MessageScope;
  readonly narrow: Narrow;
  /** A message id, which need not exist. */
  readonly anchor: number;
  readonly before: number;
  readonly after: number;
}

/** A window that ends where there is enough to read. */
export interface SizedWindow extends MessageWindow {
  /**
   * On each side, from the anchor on, no more messages follow after those that have this many bytes together, as
   * `messageSize` counts them.
   */
  readonly enough: number;
}

/** A message with what a search found in it marked, as HTML. */
export interface Highlighted {
  readonly content: string;
  readonly topic: string;
}

/** Finds messages by narrows. */
export interface MessageFinder {
  /** At most `before` messages below the anchor, the anchor's own, at most `after` above it; each ascending. */
  around(
    realmId: number,
    window: MessageWindow | SizedWindow,
  ): Promise<{
    readonly before: readonly Message[];
    readonly at: Message | undefined;
    readonly after: readonly Message[];
  }>;
  /** The same without what was said. */
  heads(
    realmId: number,
    window: MessageWindow,
  ): Promise<{
    readonly before: readonly MessageHead[];
    readonly at: MessageHead | undefined;
    readonly after: readonly MessageHead[];
  }>;
  /** Those of the messages that a narrow holds, whoever may read them. */
  among(realmId: number, ids: readonly number[], narrow: Narrow): Promise<ReadonlySet<number>>;
  /** The messages by id, with what a search finds in them marked by `<span class="highlight">`. */
  highlighted(
    realmId: number,
    ids: readonly number[],
    search: string,
  ): Promise<ReadonlyMap<number, Highlighted>>;
}
