import * as E from "fp-ts/Either";
import type { UserId } from "../../../domain/ids";
import type { Conversation } from "../../../domain/messages/message";
import type { Flag } from "../../../domain/messages/read-state";
import {
  cannotMentionGroup,
  channelWildcardNotAllowed,
  type MessageError,
  topicWildcardNotAllowed,
} from "../../../domain/messages/refusals";
import { directMembersAmong } from "../../../domain/policy/group-members";
import { holds, may, subgroupsWithin } from "../../../domain/policy/permission";
import { IdSet } from "../../../domain/state/id-set";
import type { RealmState } from "../../../domain/state/realm-state";
import { foldCase } from "../../../domain/text/fold-case";
import type { User } from "../../../domain/users/user";
import type { RenderedMessage } from "../../ports/messages/message-renderer";
import type { Transaction } from "../../transaction";

/** Flags by user id, as events store them. */
export type FlagsByUser = Readonly<Record<string, readonly Flag[]>>;

interface MessageTarget {
  readonly conversation: Conversation;
  readonly topic: string;
}

/** Anyone may use wildcard mentions that reach at most this many people. */
const wildcardThreshold = 15;

/** More than any realm has users. */
const mostParticipants = 1_000_000;

type Deciding = Pick<Transaction, "state" | "now" | "readOutside">;

/**
 * The participants of a topic: everyone who wrote or reacted there, and the sender. Finding them takes longer the more there are, so it
 * happens outside the lane and may be slightly out of date. For a sender who may not mention many, finds just enough to refuse.
 */
const participantsOf = (
  tx: Deciding,
  sender: User,
  { conversation, topic }: MessageTarget,
): ReadonlySet<UserId> => {
  const limit = mayMentionMany(tx, sender) ? mostParticipants : wildcardThreshold + 1;
  const participants = tx.readOutside(
    `participants ${conversation.id} ${foldCase(topic)} ${limit}`,
    ({ messages }) => messages.participants(tx.state.realm.id, conversation.id, topic, limit),
    [],
  );
  return new Set([...participants, sender.id]);
};

const mayMentionMany = ({ state, now }: Deciding, sender: User): boolean =>
  may(state, sender, "canMentionManyUsersGroup", now);

/** Whether the sender may use the mentions, but for that of the topic. */
const checkMentions = (
  tx: Deciding,
  sender: User,
  { conversation }: MessageTarget,
  { mentions }: RenderedMessage,
): E.Either<MessageError, undefined> => {
  const { state, now } = tx;
  for (const id of mentions.groupIds) {
    const group = state.groups.get(id);
    if (group && !holds(state, sender, group.permissions.canMentionGroup, now))
      return E.left(cannotMentionGroup(group.name));
  }
  const isOfChannel = conversation.kind === "channel" && mentions.channelWildcard;
  return isOfChannel && !mayMention(tx, sender, state.subscribers(conversation.channelId).size)
    ? E.left(channelWildcardNotAllowed)
    : E.right(undefined);
};

const mayMention = (tx: Deciding, sender: User, count: number): boolean =>
  count <= wildcardThreshold || mayMentionMany(tx, sender);

/** Flags for the recipients that the message mentions or alerts. */
const flagsFor = (
  state: RealmState,
  recipients: IdSet<UserId>,
  { mentions, alertWords }: RenderedMessage,
  participants: ReadonlySet<UserId>,
): FlagsByUser => {
  const flagsByUser = new Map<UserId, Set<Flag>>();
  const add = (flag: Flag, userIds: Iterable<UserId>): void => {
    for (const id of userIds)
      if (recipients.has(id)) flagsByUser.set(id, (flagsByUser.get(id) ?? new Set()).add(flag));
  };
  const groupIds = IdSet.of(subgroupsWithin(state, mentions.groupIds));
  add("mentioned", mentions.userIds);
  add("mentioned", directMembersAmong(state, recipients, groupIds));
  if (mentions.channelWildcard) add("channel_wildcard_mentioned", recipients);
  if (mentions.topicWildcard) add("topic_wildcard_mentioned", participants);
  for (const word of alertWords) add("has_alert_word", state.alertWords.get(word) ?? []);
  return Object.fromEntries([...flagsByUser].map(([id, flags]) => [id, [...flags].sort()]));
};

const recipientsOf = (state: RealmState, { conversation }: MessageTarget): IdSet<UserId> =>
  conversation.kind === "channel"
    ? state.subscribers(conversation.channelId)
    : IdSet.of(conversation.participants);

/**
 * The mention and alert word flags of a message's recipients. Fails if the sender may not use one of the mentions.
 * For edits, `reached` selects the users who received the original message: the channel may have more subscribers
 * now.
 */
export const mentionFlagsFor = async (
  tx: Deciding,
  sender: User,
  target: MessageTarget,
  rendered: RenderedMessage,
  reached?: (userIds: readonly UserId[]) => Promise<ReadonlySet<UserId>>,
): Promise<E.Either<MessageError, FlagsByUser>> => {
  const allowed = checkMentions(tx, sender, target, rendered);
  if (E.isLeft(allowed)) return allowed;
  const isTopic = target.conversation.kind === "channel" && rendered.mentions.topicWildcard;
  const participants = isTopic ? participantsOf(tx, sender, target) : new Set<UserId>();
  if (!mayMention(tx, sender, participants.size)) return E.left(topicWildcardNotAllowed);
  const flagsByUser = flagsFor(tx.state, recipientsOf(tx.state, target), rendered, participants);
  if (reached === undefined) return E.right(flagsByUser);
  const receivers = await reached(Object.keys(flagsByUser).map(Number));
  return E.right(Object.fromEntries(Object.entries(flagsByUser).filter(([id]) => receivers.has(Number(id)))));
};
