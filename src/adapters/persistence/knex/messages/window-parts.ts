import type { MessageWindow } from "../../../../application/ports/messages/message-finder";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { MessageId, UserId } from "../../../../domain/ids";
import { type NarrowTerm, unreadOf } from "../../../../domain/narrow/narrow";
import type { Among } from "./ids-by-terms";
import { type Blocks, hasSearch, idsIn, isFoundByTerms } from "./message-terms";

/**
 * Where to look for messages: among all of the organization's, among the ones nearest to the anchor, in one conversation after
 * another, or in the index of terms (in the blocks of ids nearest to the anchor, or everywhere). Unread messages are also found by
 * flags, or by terms if these are rare.
 */
export type Way =
  | "all"
  | { readonly nearest: number }
  | "by conversation"
  | "by flags"
  | "by rare terms"
  | { readonly byTerms: Among };

/** One part of a window: the ids it may have, in the order of their distance from the anchor. */
export interface Part {
  readonly comparison: "<" | "=" | ">";
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

/** The parts that can have messages. No message has an id below 1 or beyond the safe integers. */
export const partsOf = ({ anchor, before, after }: MessageWindow): readonly Part[] => {
  const hasAnchor = anchor > 0 && anchor <= Number.MAX_SAFE_INTEGER;
  const all: readonly Part[] = [
    { comparison: "<", order: "DESC", limit: anchor > 0 ? before : 0 },
    { comparison: "=", order: "ASC", limit: hasAnchor ? 1 : 0 },
    { comparison: ">", order: "ASC", limit: anchor < Number.MAX_SAFE_INTEGER ? after : 0 },
  ];
  return all.filter(({ limit }) => limit > 0);
};

/** Terms that an index finds, wherever the messages are. */
const isIndexed = ({ operator, negated }: NarrowTerm): boolean =>
  !negated && ["channel", "dm", "flagged", "id", "search", "sender"].includes(operator);

/** The way to unread messages. The way "all" doesn't use the ranges that the user hasn't read. */
const wayToUnread = (unreadBy: UserId, { scope, narrow }: MessageWindow): Way => {
  const has = (wanted: NarrowTerm["operator"]): boolean =>
    narrow.some(({ operator, negated }) => operator === wanted && !negated);
  if (has("id")) return "all";
  if (has("flagged")) return "by flags";
  const isOfAnotherUser = scope.kind === "received" && scope.userId !== unreadBy;
  if (scope.kind === "marked" || isOfAnotherUser) return "all";
  return isFoundByTerms(narrow) ? "by rare terms" : "by conversation";
};

/** Terms that select conversations or topics, or that an index of each conversation finds. */
const isIndexedByConversation = ({ operator, negated }: NarrowTerm): boolean =>
  !negated &&
  ["dm-including", "followed", "has", "has-reaction", "is-dm", "is-resolved", "muted", "topic"].includes(
    operator,
  );

/**
 * Search strategies, tried in order until they yield enough messages. A reader who sees most messages finds a full page near the
 * anchor; for one who sees few, that search would have to skip everything that others write. Going by conversation costs more per
 * match, so it comes last. The index of terms doesn't know the order of messages, so we search it in growing blocks: if there are
 * few matches near the anchor, there probably aren't too many elsewhere.
 */
export const waysTo = (
  window: MessageWindow,
  nearby: readonly number[],
  blocks: readonly Blocks[],
): readonly Way[] => {
  const { scope, narrow, before, after } = window;
  const unreadBy = unreadOf(narrow);
  if (unreadBy !== undefined) return [wayToUnread(unreadBy, window)];
  const counts = nearby.filter((count) => count >= 2 * Math.max(before, after));
  if (scope.kind !== "marked" && isFoundByTerms(narrow)) {
    const nearest = hasSearch(narrow) ? [] : counts.slice(0, 1).map((count): Way => ({ nearest: count }));
    const few = hasSearch(narrow) ? blocks.slice(0, -1).map((byTerms): Way => ({ byTerms })) : [];
    return [...nearest, ...few, { byTerms: { everywhereAfter: blocks.at(-1) } }];
  }
  const isInOne = scope.kind === "channels" && scope.conversationIds.length === 1;
  if (scope.kind === "marked" || isInOne || narrow.some(isIndexed)) return ["all"];
  const steps = narrow.some(isIndexedByConversation) ? counts.slice(0, 1) : counts;
  return [...steps.map((nearest) => ({ nearest })), "by conversation"];
};

/** How many of the nearest messages or ids a way covers; undefined if all. */
export const coveredBy = (way: Way): number | undefined => {
  if (typeof way === "string") return undefined;
  if ("nearest" in way) return way.nearest;
  return "everywhereAfter" in way.byTerms ? undefined : idsIn(way.byTerms);
};

/** The most messages that a part of a usual page has. */
export const shortPage = 128;

/** Narrows of usual pages, as the operators of their terms. */
const usualNarrows: ReadonlySet<string> = new Set(["", "channel", "channel topic", "dm"]);

const isUsualScope = (scope: MessageScope): boolean =>
  (scope.kind === "received" && !scope.allOf?.length && !scope.noneOf?.length) ||
  (scope.kind === "channels" && scope.conversationIds.length === 1);

/**
 * Whether the parts are a usual page, whose plan PostgreSQL may keep: a short one of a channel, a topic in it or a direct conversation, or
 * of the messages nearest to the anchor. Together with the ways and the combinations of parts, these have about thirty texts.
 */
export const isUsual = (
  { scope, narrow }: MessageWindow,
  parts: readonly Part[],
  way: Way,
  nearby: readonly number[],
): boolean =>
  (way === "all" || (typeof way === "object" && "nearest" in way && way.nearest === nearby[0])) &&
  isUsualScope(scope) &&
  parts.every(({ limit }) => limit <= shortPage) &&
  narrow.every(({ negated }) => !negated) &&
  usualNarrows.has(narrow.map(({ operator }) => operator).join(" "));

/** The ids on the part's side of the anchor: from one, up to but not including the other. */
export const sideOf = (
  anchor: MessageId,
  { comparison }: Part,
): { readonly from: MessageId; readonly to: MessageId } => ({
  from: comparison === "<" ? 0 : comparison === "=" ? anchor : anchor + 1,
  to: comparison === "<" ? anchor : comparison === "=" ? anchor + 1 : Number.MAX_SAFE_INTEGER,
});

/** Whether a message is on the part's side of the anchor. */
export const isIn = (anchor: MessageId, part: Part): ((message: { readonly id: MessageId }) => boolean) => {
  const { from, to } = sideOf(anchor, part);
  return ({ id }) => from <= id && id < to;
};
