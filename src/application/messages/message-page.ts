import type { Message } from "../../domain/message";
import { type Narrow, searchOf } from "../../domain/narrow";
import type { Highlighted } from "../ports/message-finder";
import type { MessageReader } from "../ports/message-reader";
import type { MessageScope } from "../ports/message-scope";
import type { FlaggedMessage } from "./message-access";
import type { NarrowInput } from "./narrow-input";

/** A message id, a word for one, or the first message from a time in Unix seconds on. */
export type Anchor = number | "newest" | "oldest" | "first_unread" | { readonly time: number };

/** The messages that a client asks for, around an anchor in a narrow. */
export interface MessagesWanted {
  readonly anchor: Anchor;
  readonly includeAnchor: boolean;
  readonly before: number;
  readonly after: number;
  readonly narrow: readonly NarrowInput[];
  /** Asks for these messages, as far as the reader may read them, instead of those around the anchor. */
  readonly messageIds?: readonly number[];
}

/** The messages that were found, ascending, and whether there are more. */
export interface MessagePage<One = FlaggedMessage> {
  readonly messages: readonly One[];
  /** The message id that the anchor stood for. */
  readonly anchor: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** What a search found, by message id. */
  readonly highlighted?: ReadonlyMap<number, Highlighted>;
}

/** Above every message id; what "newest" stands for. */
export const beyondNewest = 10_000_000_000_000_000;

/** The messages around an anchor, with what that tells of both ends. */
export const messagePage = async (
  messages: MessageReader,
  realmId: number,
  wanted: MessagesWanted,
  place: { readonly scope: MessageScope; readonly narrow: Narrow; readonly anchor: number },
): Promise<MessagePage<Message>> => {
  // One more on each side tells whether that side has an end here.
  const found = await messages.around(realmId, {
    ...place,
    before: wanted.before + 1,
    after: wanted.after + 1,
  });
  const before = wanted.before === 0 ? [] : found.before.slice(-wanted.before);
  const after = found.after.slice(0, wanted.after);
  const at = wanted.includeAnchor && found.at ? [found.at] : [];
  const search = searchOf(place.narrow);
  const all = [...before, ...at, ...after];
  const ids = all.map(({ id }) => id);
  return {
    messages: all,
    ...(search !== undefined && { highlighted: await messages.highlighted(realmId, ids, search) }),
    anchor: place.anchor,
    foundAnchor: at.length > 0,
    ...endsReached(found, wanted),
  };
};

interface Around {
  /** One more than wanted on each side, if there are so many. */
  readonly before: readonly unknown[];
  readonly at: unknown;
  readonly after: readonly unknown[];
}

/** Whether a range has the oldest and the newest message that match: an anchor left out at an end is one more. */
export const endsReached = (
  { before, at, after }: Around,
  wanted: Pick<MessagesWanted, "before" | "after" | "includeAnchor">,
): Pick<MessagePage, "foundOldest" | "foundNewest"> => {
  const isBeyond = at !== undefined && !wanted.includeAnchor;
  return {
    foundOldest: before.length <= wanted.before && !(isBeyond && wanted.before === 0),
    foundNewest: after.length <= wanted.after && !(isBeyond && wanted.after === 0),
  };
};
