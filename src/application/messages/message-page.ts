import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { type Message, messageSize, sortedUnique } from "../../domain/message";
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

/**
 * Bytes of messages on each side of an anchor after which a page ends, as `messageSize` counts them: few pages of
 * people's talk are so long. Clients learn that there are more.
 */
const enoughOfPage = 8_000_000;

const isCut = (messages: readonly Message[]): boolean =>
  messages.reduce((size, message) => size + messageSize(message), 0) >= enoughOfPage;

/** Messages read together where they are asked for by id. */
const partSize = 25;

const tooLong = badRequest("These messages are too long together: ask for fewer of them.");

/** Messages by id, ascending; fails where they are more than a page may hold on both sides. */
export const readByParts = async (
  messageIds: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly Message[]>,
): Promise<Either<ApiError, readonly Message[]>> => {
  const ids = sortedUnique(messageIds);
  const found: Message[] = [];
  let size = 0;
  for (let from = 0; from < ids.length; from += partSize) {
    for (const message of await read(ids.slice(from, from + partSize))) {
      found.push(message);
      size += messageSize(message);
    }
    if (size > 2 * enoughOfPage) return left(tooLong);
  }
  return right(found);
};

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
    enough: enoughOfPage,
  });
  const ends = endsReached(found, wanted);
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
    foundOldest: ends.foundOldest && !isCut(found.before),
    foundNewest: ends.foundNewest && !isCut(found.after),
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
