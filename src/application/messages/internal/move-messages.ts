import { type CompactIds, compactIds } from "../../../domain/collections/compact-ids";
import type { MessageEdited, MessageTopic } from "../../../domain/events/message-event";
import type { MessageId, UserId } from "../../../domain/ids";
import { withSlice } from "../../../domain/messages/message-reach";
import { canReadContent, readsWholeHistory } from "../../../domain/policy/channel-access";
import { readersAmong } from "../../../domain/policy/channel-viewers";
import { peopleByRights } from "../../../domain/policy/people-by-rights";
import { IdSet } from "../../../domain/state/id-set";
import type { User } from "../../../domain/users/user";
import { isActiveAt, markChannelActive } from "../../channel-activity/channel-activity";
import { postNotice, prepareNotice } from "../../notices/notice";
import { carryPolicies } from "../../topics/shared/carry-policies";
import type { Transaction } from "../../transaction";
import { type Reaching, withReach } from "../shared/reach-of-messages";
import { arrivalText, departureText, resolutionText } from "./move-notices";
import type { MoveProgress, MoveRequest, Moving } from "./prepare-move";

/** Users with flags on the messages who can't read them in their new place. */
const usersLosingFlags = async (
  tx: Transaction,
  messageIds: readonly MessageId[],
  { conversation }: MessageTopic,
): Promise<readonly UserId[]> => {
  const channel = tx.state.channels.get(conversation.channelId);
  const flagging = await tx.readStates.usersWithFlags(tx.state.realm.id, messageIds);
  if (channel === undefined) return flagging;
  const readers = readsWholeHistory(channel)
    ? readersAmong(tx.state, peopleByRights(tx.state, IdSet.of(flagging)), tx.now)(channel)
    : tx.state.subscribers(channel.id);
  return flagging.filter((id) => {
    if (readers.has(id)) return false;
    const user = tx.state.users.get(id);
    // The readers are active, but deactivated users may come back.
    const mayReturn = user?.isActive === false && readsWholeHistory(channel);
    return !(mayReturn && canReadContent(tx.state, user, channel, tx.now));
  });
};

/**
 * Moves a slice of messages and their flags. The last slice also posts the notices. @returns the progress so far;
 * undefined once the move is done.
 */
export const moveMessages = async (
  tx: Transaction,
  by: User,
  moving: Moving,
  request: MoveRequest,
  progress: MoveProgress,
  /** The edit of the chosen message's content, if the request also edits it. */
  edited: MessageEdited | undefined,
): Promise<MoveProgress | undefined> => {
  const { from, to, isLast, isWhole } = moving;
  const joins =
    progress.joins ?? (await tx.messages.hasTopic(tx.state.realm.id, to.conversation.id, to.topic));
  const next = { ...progress, from, joins };
  const reaching = await withReach(tx, from.conversation, moving.messageIds);
  const reach = withSlice(progress.reach, moving.messageIds, reaching.reach);
  if (!isLast) {
    await moveSlice(tx, by, moving, request, reaching, undefined);
    const moved = progress.moved + moving.messageIds.length;
    return { ...next, ...(moving.cursor && { cursor: moving.cursor }), reach, moved };
  }
  const { carry, upTo } = isWhole
    ? await carryPolicies(tx, { from, to, reach }, joins, progress.carriedUpTo)
    : { carry: () => {}, upTo: undefined };
  if (upTo === undefined) await moveSlice(tx, by, moving, request, reaching, edited);
  carry();
  if (upTo !== undefined) return { ...next, carriedUpTo: upTo };
  await postMoveNotices(tx, by, moving, request, progress.moved + moving.messageIds.length);
  return undefined;
};

const moveSlice = async (
  tx: Transaction,
  by: User,
  { from, to, chosen, messageIds }: Moving,
  { mode }: MoveRequest,
  reaching: Reaching,
  edited: MessageEdited | undefined,
): Promise<void> => {
  const isChannelChanged = from.conversation.id !== to.conversation.id;
  const edit = {
    editedAt: Math.floor(tx.now / 1000),
    userId: by.id,
    ...(from.topic !== to.topic && { topic: { before: from.topic, after: to.topic } }),
    ...(isChannelChanged && {
      channel: { before: from.conversation.channelId, after: to.conversation.channelId },
    }),
  };
  const leftBehind = isChannelChanged
    ? [...tx.state.subscribers(from.conversation.channelId)].filter(
        (id) => !tx.state.isSubscribed(id, to.conversation.channelId),
      )
    : [];
  const lostBy = isChannelChanged ? await usersLosingFlags(tx, messageIds, to) : [];
  tx.append({
    type: "messages_moved",
    messageIds,
    leftBehind,
    lostBy,
    ...reaching,
    from,
    to,
    edit,
    chosenId: chosen.id,
    mode,
    ...(edited && { edited: { ...edited, edit: { ...edited.edit, ...edit } } }),
  });
  const target = tx.state.channels.get(to.conversation.channelId);
  if (isChannelChanged && target && isActiveAt(target, chosen.sentAt, tx.now))
    markChannelActive(tx, target.id);
};

const everyone = Number.MAX_SAFE_INTEGER;

/** Subscribers whose settings mark notices about resolved topics as read. */
const noticeReaders = async (
  { state, userData }: Transaction,
  { conversation: { channelId } }: MessageTopic,
  topics: readonly string[],
): Promise<CompactIds> => {
  const policies = await Promise.all(
    topics.map((topic) => userData.topicPolicies(state.realm.id, channelId, topic, 0, everyone)),
  );
  const follows = (userId: UserId): boolean => policies.some((one) => one.get(userId) === "followed");
  return compactIds(
    [...state.subscribers(channelId)].filter((userId) => {
      const user = state.users.get(userId);
      const policy = user?.bot === null ? user.settings.resolvedTopicNoticeAutoReadPolicy : "never";
      return policy === "always" || (policy === "except_followed" && !follows(userId));
    }),
  );
};

const postMoveNotices = async (
  tx: Transaction,
  by: User,
  { from, to, isWhole }: Moving,
  { mode, notifyNewTopic, notifyOldTopic }: MoveRequest,
  count: number,
): Promise<void> => {
  const post = (where: MessageTopic, text: string, readBy?: CompactIds): void =>
    postNotice(
      tx,
      { id: where.conversation.channelId, conversationId: where.conversation.id },
      where.topic,
      prepareNotice(tx, text, by),
      { ...(tx.state.isSubscribed(by.id, where.conversation.channelId) && { readerId: by.id }), readBy },
    );
  const isWithin = from.conversation.id === to.conversation.id;
  const resolution = isWithin && isWhole ? resolutionText(by, from.topic, to.topic) : undefined;
  if (resolution !== undefined) {
    // The topic's policies move in the same commit, so they are found under either name.
    post(to, resolution, await noticeReaders(tx, to, [from.topic, to.topic]));
    return;
  }
  const move = { by, from, to, mode, count, isWhole };
  if (notifyNewTopic) post(to, arrivalText(tx.state, move));
  if (notifyOldTopic) post(from, departureText(tx.state, move));
};
