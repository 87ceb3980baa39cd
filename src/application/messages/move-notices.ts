import type { MessageTopic, MoveMode } from "../../domain/message-event";
import { resolvedPrefix } from "../../domain/narrow";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { silentMention } from "./notice";

const link = (state: RealmState, { conversation, topic }: MessageTopic): string =>
  `#**${state.channels.get(conversation.channelId)?.name ?? ""}>${topic}**`;

/** What was moved: a topic as a whole, or so many messages. */
const moved = (mode: MoveMode, count: number, isWhole: boolean): string => {
  if (isWhole) return "This topic was";
  return count === 1 && mode === "change_one"
    ? "A message was"
    : `${count} ${count === 1 ? "message was" : "messages were"}`;
};

interface Move {
  readonly by: User;
  readonly from: MessageTopic;
  readonly to: MessageTopic;
  readonly mode: MoveMode;
  readonly count: number;
  /** Whether nothing is left behind. */
  readonly isWhole: boolean;
}

/** What the place that messages come to reads of it. */
export const arrivalText = (state: RealmState, { by, from, mode, count, isWhole }: Move): string =>
  `${moved(mode, count, isWhole)} moved here from ${link(state, from)} by ${silentMention(by)}.`;

/** What the place that they leave reads. */
export const departureText = (state: RealmState, { by, to, mode, count, isWhole }: Move): string =>
  `${moved(mode, count, isWhole)} moved from this topic to ${link(state, to)} by ${silentMention(by)}.`.replace(
    "This topic was moved from this topic",
    "This topic was moved",
  );

/** What a topic reads that is done with, or no longer; undefined where that is not what happened to it. */
export const resolutionText = (by: User, before: string, after: string): string | undefined => {
  const [was, is] = [before.startsWith(resolvedPrefix), after.startsWith(resolvedPrefix)];
  if (was === is || before.replace(resolvedPrefix, "") !== after.replace(resolvedPrefix, ""))
    return undefined;
  return `${silentMention(by)} has marked this topic as ${is ? "resolved" : "unresolved"}.`;
};
