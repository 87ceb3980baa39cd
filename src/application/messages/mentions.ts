import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { foldCase } from "../../domain/fold-case";
import type { Conversation } from "../../domain/message";
import { holds, may, subgroupsWithin } from "../../domain/permission";
import type { Flag } from "../../domain/read-state";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { RenderedMessage } from "../ports/message-renderer";
import type { Transaction } from "../transaction";

/** Rare flags by user id, as events carry them. */
export type Marks = Readonly<Record<string, readonly Flag[]>>;

interface Place {
  readonly conversation: Conversation;
  readonly topic: string;
}

/** Up to so many people anyone may call together. */
const wildcardThreshold = 15;

type Deciding = Pick<Transaction, "state" | "now" | "readOutside">;

/**
 * Those who take part in a topic: they wrote there or reacted to something. The sender is about to. To find them takes all
 * messages of the topic, so it is done outside: who took part a moment ago is who is meant.
 */
const participantsOf = (tx: Deciding, sender: User, { conversation, topic }: Place): ReadonlySet<number> => {
  const participants = tx.readOutside(
    `participants ${conversation.id} ${foldCase(topic)}`,
    ({ messages }) => messages.participants(tx.state.realm.id, conversation.id, topic),
    [],
  );
  return new Set([...participants, sender.id]);
};

const refusalOf = (
  { state, now }: Deciding,
  sender: User,
  { conversation }: Place,
  { mentions }: RenderedMessage,
  participants: ReadonlySet<number>,
): ApiError | undefined => {
  for (const id of mentions.groupIds) {
    const group = state.groups.get(id);
    if (group && !holds(state, sender, group.permissions.canMentionGroup, now))
      return badRequest(`You are not allowed to mention user group '${group.name}'.`);
  }
  if (conversation.kind === "direct") return undefined;
  const isFree = (count: number): boolean =>
    count <= wildcardThreshold || may(state, sender, "canMentionManyUsersGroup", now);
  if (mentions.channelWildcard && !isFree(state.subscribers(conversation.channelId).size))
    return {
      code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
      message: "You do not have permission to use channel wildcard mentions in this channel.",
    };
  return mentions.topicWildcard && !isFree(participants.size)
    ? {
        code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
        message: "You do not have permission to use topic wildcard mentions in this topic.",
      }
    : undefined;
};

const membersOf = (state: RealmState, groupIds: readonly number[]): readonly number[] =>
  [...subgroupsWithin(state, groupIds)].flatMap((id) => [...state.membersOf(id)]);

/** Whom the message concerns, of those whom it reaches. */
const marksOf = (
  state: RealmState,
  recipients: ReadonlySet<number>,
  { mentions, alertWords }: RenderedMessage,
  participants: ReadonlySet<number>,
): Marks => {
  const marks = new Map<number, Set<Flag>>();
  const mark = (flag: Flag, userIds: Iterable<number>): void => {
    for (const id of userIds) if (recipients.has(id)) marks.set(id, (marks.get(id) ?? new Set()).add(flag));
  };
  mark("mentioned", [...mentions.userIds, ...membersOf(state, mentions.groupIds)]);
  if (mentions.channelWildcard) mark("stream_wildcard_mentioned", recipients);
  if (mentions.topicWildcard) mark("topic_wildcard_mentioned", participants);
  for (const word of alertWords) mark("has_alert_word", state.alertWords.get(word) ?? []);
  return Object.fromEntries([...marks].map(([id, flags]) => [id, [...flags].sort()]));
};

const recipientsOf = (state: RealmState, { conversation }: Place): ReadonlySet<number> =>
  conversation.kind === "channel"
    ? state.subscribers(conversation.channelId)
    : new Set(conversation.participants);

/**
 * Whom a message calls, as marks for those whom it reaches. Fails where the sender may not call them. Those whom a message
 * sent now would reach may be more than it did reach when it was sent: `reached` finds these among them.
 */
export const settleMentions = async (
  tx: Deciding,
  sender: User,
  place: Place,
  rendered: RenderedMessage,
  reached?: (userIds: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<Either<ApiError, Marks>> => {
  const isTopic = place.conversation.kind === "channel" && rendered.mentions.topicWildcard;
  const participants = isTopic ? participantsOf(tx, sender, place) : new Set<number>();
  const refusal = refusalOf(tx, sender, place, rendered, participants);
  if (refusal) return left(refusal);
  const marks = marksOf(tx.state, recipientsOf(tx.state, place), rendered, participants);
  if (reached === undefined) return right(marks);
  const receivers = await reached(Object.keys(marks).map(Number));
  return right(Object.fromEntries(Object.entries(marks).filter(([id]) => receivers.has(Number(id)))));
};
