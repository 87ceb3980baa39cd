import type { MessageId, RealmId, UserId } from "../../../domain/ids";
import type { Message, MessageHead } from "../../../domain/messages/message";
import { type Narrow, searchOf } from "../../../domain/narrow/narrow";
import type { FlaggedMessage } from "../../access/message-access";
import type { Highlighted } from "../../ports/messages/message-finder";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { MessageScope } from "../../ports/messages/message-scope";
import { highlightPage } from "./highlight-page";
import { sideByteLimit } from "./read-in-batches";
import type { NarrowInput } from "./resolve-narrow";

/** A message id, a word for one, or a time in Unix seconds, which stands for the first message sent then or later. */
export type Anchor = MessageId | "newest" | "oldest" | "first_unread" | { readonly time: number };

/** A client's request for the messages around an anchor in a narrow. */
export interface MessagePageRequest {
  readonly anchor: Anchor;
  readonly includeAnchor: boolean;
  readonly before: number;
  readonly after: number;
  readonly narrow: readonly NarrowInput[];
  /** Requests these messages instead of those around the anchor. */
  readonly messageIds?: readonly MessageId[];
}

/** Page data for messages requested by id. */
export const pageOfNamed = { anchor: 0, foundAnchor: false, foundOldest: true, foundNewest: true } as const;

/** The messages that are in the narrow. */
export const matchingNarrow = async <Item extends MessageHead>(
  reader: MessageReader,
  realmId: RealmId,
  messages: readonly Item[],
  narrow: Narrow,
): Promise<readonly Item[]> => {
  const ids = messages.map(({ id }) => id);
  const matching = await reader.among(realmId, ids, narrow);
  return messages.filter(({ id }) => matching.has(id));
};

/** The message id that an anchor refers to. */
export const anchorId = async (
  messages: MessageReader,
  realmId: RealmId,
  userId: UserId,
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
      if (typeof anchor === "object") return (await messages.idAt(realmId, anchor.time)) ?? beyondNewest;
      return Math.min(Math.max(anchor, 0), beyondNewest);
  }
};

/** The messages found, in ascending order, and whether there are more. */
export interface MessagePage<Item = FlaggedMessage> {
  readonly messages: readonly Item[];
  /** The message id that the anchor resolved to. */
  readonly anchor: MessageId;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** Highlighted search matches, by message id. */
  readonly highlighted?: ReadonlyMap<MessageId, Highlighted>;
}

/** Greater than every message id: the anchor "newest". */
export const beyondNewest = 10_000_000_000_000_000;

/** The messages around an anchor, and whether each end was reached. */
export const messagePage = async (
  messages: MessageReader,
  realmId: RealmId,
  request: MessagePageRequest,
  place: { readonly scope: MessageScope; readonly narrow: Narrow; readonly anchor: MessageId },
): Promise<MessagePage<Message>> => {
  // Fetches one extra message per side, to tell whether there are more.
  const found = await messages.around(realmId, {
    ...place,
    before: request.before + 1,
    after: request.after + 1,
    enough: sideByteLimit,
  });
  const ends = endsReached(found, request);
  const before = request.before === 0 ? [] : found.before.slice(-request.before);
  const after = found.after.slice(0, request.after);
  const at = request.includeAnchor && found.at ? [found.at] : [];
  const page = {
    messages: [...before, ...at, ...after],
    anchor: place.anchor,
    foundAnchor: at.length > 0,
    foundOldest: ends.foundOldest && !found.isCut.before,
    foundNewest: ends.foundNewest && !found.isCut.after,
  };
  const search = searchOf(place.narrow);
  return search === undefined ? page : highlightPage(messages, realmId, page, search);
};

interface Around {
  /** Up to one more message than requested on each side. */
  readonly before: readonly unknown[];
  readonly at: unknown;
  readonly after: readonly unknown[];
}

/**
 * Whether a range reaches the oldest and the newest match. On a side where nothing was requested, an excluded anchor is
 * itself a match beyond the range.
 */
export const endsReached = (
  { before, at, after }: Around,
  request: Pick<MessagePageRequest, "before" | "after" | "includeAnchor">,
): Pick<MessagePage, "foundOldest" | "foundNewest"> => {
  const isBeyond = at !== undefined && !request.includeAnchor;
  return {
    foundOldest: before.length <= request.before && !(isBeyond && request.before === 0),
    foundNewest: after.length <= request.after && !(isBeyond && request.after === 0),
  };
};
