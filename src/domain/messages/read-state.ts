import * as E from "fp-ts/Either";
import { choiceStoredUnder } from "../codec/stored-names";
import type { IdRanges } from "../collections/id-ranges";
import * as ranges from "../collections/id-ranges";
import type { ConversationId, UserId } from "../ids";
import type { MessageHead } from "./message";

/** Which messages of a conversation one user has received, and which they have read: of all, or of those that were asked for. */
export interface ReadState {
  readonly conversationId: ConversationId;
  /** Every id for a direct conversation; for a channel, the ids sent while the user was subscribed. */
  readonly received: IdRanges;
  readonly read: IdRanges;
}

/** Flags that users can set. */
export const editableFlags = ["read", "starred", "collapsed", "hide_link_previews"] as const;
export type EditableFlag = (typeof editableFlags)[number];

/** Flags that only the server sets. */
export const serverFlags = [
  "mentioned",
  "channel_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "wildcard_mentioned",
  "has_alert_word",
  "historical",
] as const;
/** Flags that follow from the content; an edit computes them again. */
export const contentFlags: readonly (typeof serverFlags)[number][] = [
  "mentioned",
  "channel_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "wildcard_mentioned",
  "has_alert_word",
];
/** Flags for users whom a wildcard mentions. */
export const wildcardFlags = [
  "channel_wildcard_mentioned",
  "topic_wildcard_mentioned",
] as const satisfies readonly (typeof serverFlags)[number][];
/** Flags for mentioned users: by name, through a group, or through a wildcard. */
export const mentionFlags = ["mentioned", ...wildcardFlags] as const;

/** How a message with these flags mentions the user. A direct mention, or one of a group, takes precedence over a wildcard. */
export const mentionAmong = (flags: readonly Flag[]): "personal" | "wildcard" | undefined => {
  if (flags.includes("mentioned")) return "personal";
  return wildcardFlags.some((flag) => flags.includes(flag)) ? "wildcard" : undefined;
};
/** A flag that a message has for one user. */
export type Flag = EditableFlag | (typeof serverFlags)[number];

export const flagCodec = choiceStoredUnder<Flag>(
  { channel_wildcard_mentioned: "stream_wildcard_mentioned" },
  ...editableFlags,
  ...serverFlags,
);

/** Whether a flag has this name, or is stored under it. */
export const isFlag = (name: string): boolean => E.isRight(flagCodec.decode(name));

/** Flags as they are stored, for SQL. */
export const storedFlags = (flags: readonly Flag[]): string[] =>
  flags.map((flag) => String(flagCodec.encode(flag)));

/** Whether the user received the message and has not read it. */
export const isUnread = (state: ReadState, message: MessageHead, userId: UserId): boolean =>
  ranges.includes(state.received, message.id) &&
  !ranges.includes(state.read, message.id) &&
  !(message.senderId === userId && message.readBySender);

/** A message's flags for one user. Messages that never reached the user are `historical` and read. */
export const flagsFor = (
  state: ReadState | undefined,
  message: MessageHead,
  userId: UserId,
  flags: readonly Flag[],
): readonly Flag[] => {
  const received = state !== undefined && ranges.includes(state.received, message.id);
  return flagsAmong(flags, received, received && !isUnread(state, message, userId));
};

/** A message's flags for a user who received it or not, and has read it or not. */
export const flagsAmong = (flags: readonly Flag[], isReceived: boolean, isRead: boolean): readonly Flag[] => {
  if (!isReceived) return ["read", ...flags.filter((flag) => flag !== "read"), "historical"];
  return isRead ? ["read", ...flags] : flags;
};
