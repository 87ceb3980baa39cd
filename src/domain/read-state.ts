import { oneOf } from "./codec";
import type { IdRanges } from "./id-ranges";
import * as ranges from "./id-ranges";
import type { MessageHead } from "./message";

/** What one user has of one conversation: which messages reached them and which they have read. */
export interface ReadState {
  readonly conversationId: number;
  /** Every id for a direct conversation; for a channel, the intervals of the subscription. */
  readonly received: IdRanges;
  readonly read: IdRanges;
}

/** Flags that users set. */
export const editableFlags = ["read", "starred", "collapsed", "hide_link_previews"] as const;
export type EditableFlag = (typeof editableFlags)[number];

/** Flags that only the server sets. */
export const serverFlags = [
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "wildcard_mentioned",
  "has_alert_word",
  "historical",
] as const;
/** Flags that follow from what a message says: an edit sets them anew. */
export const contentFlags: readonly (typeof serverFlags)[number][] = [
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "wildcard_mentioned",
  "has_alert_word",
];
/** Flags of those whom a message mentions: by name, in a group, or with everyone. */
export const mentionFlags = [
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
] as const satisfies readonly (typeof serverFlags)[number][];

export const isMention = (flag: Flag): boolean => mentionFlags.some((one) => one === flag);
/** What is marked on a message for one user. */
export type Flag = EditableFlag | (typeof serverFlags)[number];

export const flagCodec = oneOf(...editableFlags, ...serverFlags);

/** Whether the user received the message and has not read it. */
export const isUnread = (state: ReadState, message: MessageHead, userId: number): boolean =>
  ranges.includes(state.received, message.id) &&
  !ranges.includes(state.read, message.id) &&
  !(message.senderId === userId && message.readBySender);

/** A message's flags for one user. What never reached them is history: shown as read. */
export const flagsFor = (
  state: ReadState | undefined,
  message: MessageHead,
  userId: number,
  marks: readonly Flag[],
): readonly Flag[] => {
  const received = state !== undefined && ranges.includes(state.received, message.id);
  if (!received) return ["read", ...marks.filter((flag) => flag !== "read"), "historical"];
  return isUnread(state, message, userId) ? marks : ["read", ...marks];
};
