import { isLeft, right } from "fp-ts/Either";
import type { Narrow } from "../../domain/narrow";
import { channelOf } from "../../domain/narrow";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader, MessageScope } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { type FlaggedMessage, scopeOf, withFlags } from "./message-access";
import { type NarrowInput, resolveNarrow } from "./narrow-input";

export type Anchor = number | "newest" | "oldest" | "first_unread";

export interface MessagesWanted {
  readonly anchor: Anchor;
  readonly includeAnchor: boolean;
  readonly before: number;
  readonly after: number;
  readonly narrow: readonly NarrowInput[];
}

export interface MessagePage {
  readonly messages: readonly FlaggedMessage[];
  /** The message id that the anchor stood for. */
  readonly anchor: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Above every message id; what "newest" stands for. */
export const beyondNewest = 10_000_000_000_000_000;

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** The messages around an anchor in a narrow, with the reader's flags. */
export const fetchMessages =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, wanted: MessagesWanted): Result<MessagePage> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.of(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const narrow = resolveNarrow(state, user.right, wanted.narrow, clock.now());
    if (isLeft(narrow)) return narrow;
    const scope = scopeOf(state, user.right, channelOf(narrow.right), clock.now());
    const anchor = await anchorId(messages, realmId, userId, wanted.anchor, scope, narrow.right);

    // One more on each side tells whether that side has an end here.
    const found = await messages.around(realmId, {
      scope,
      narrow: narrow.right,
      anchor,
      before: wanted.before + 1,
      after: wanted.after + 1,
    });
    const before = wanted.before === 0 ? [] : found.before.slice(-wanted.before);
    const after = found.after.slice(0, wanted.after);
    const at = wanted.includeAnchor && found.at ? [found.at] : [];
    return right({
      messages: await withFlags(readStates, realmId, userId, [...before, ...at, ...after]),
      anchor,
      foundAnchor: at.length > 0,
      foundOldest: found.before.length <= wanted.before,
      foundNewest: found.after.length <= wanted.after,
    });
  };

const anchorId = async (
  messages: MessageReader,
  realmId: number,
  userId: number,
  anchor: Anchor,
  scope: MessageScope,
  narrow: Narrow,
): Promise<number> => {
  switch (anchor) {
    case "newest":
      return beyondNewest;
    case "oldest":
      return 0;
    case "first_unread":
      return (await messages.firstUnreadId(realmId, userId, scope, narrow)) ?? beyondNewest;
    default:
      return Math.min(Math.max(anchor, 0), beyondNewest);
  }
};
