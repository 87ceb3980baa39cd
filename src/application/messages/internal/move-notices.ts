import type { MessageTopic, MoveMode } from "../../../domain/events/message-event";
import type { RealmState } from "../../../domain/state/realm-state";
import { resolvedPrefix, sameButResolved } from "../../../domain/topics/topic";
import type { User } from "../../../domain/users/user";
import { silentMention } from "../../notices/notice";

const link = (state: RealmState, { conversation, topic }: MessageTopic): string =>
  `#**${state.channels.get(conversation.channelId)?.name ?? ""}>${topic}**`;

/** The subject of a notice: the whole topic, or a number of messages. */
const movedSubject = (mode: MoveMode, count: number, isWhole: boolean): string => {
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
  /** Whether no message stays behind. */
  readonly isWhole: boolean;
}

/** The notice in the topic that receives the messages. */
export const arrivalText = (state: RealmState, { by, from, mode, count, isWhole }: Move): string =>
  `${movedSubject(mode, count, isWhole)} moved here from ${link(state, from)} by ${silentMention(by)}.`;

/** The notice in the topic that the messages leave. */
export const departureText = (state: RealmState, { by, to, mode, count, isWhole }: Move): string =>
  `${movedSubject(mode, count, isWhole)} moved from this topic to ${link(state, to)} by ${silentMention(by)}.`.replace(
    "This topic was moved from this topic",
    "This topic was moved",
  );

/** The notice in a topic that was resolved or unresolved; undefined for any other rename. */
export const resolutionText = (by: User, before: string, after: string): string | undefined => {
  const [was, is] = [before.startsWith(resolvedPrefix), after.startsWith(resolvedPrefix)];
  if (was === is || !sameButResolved(before, after)) return undefined;
  return `${silentMention(by)} has marked this topic as ${is ? "resolved" : "unresolved"}.`;
};
