import { canReadContent, readsWholeHistory } from "../../domain/channel-access";
import { type CompactIds, compactIds } from "../../domain/compact-ids";
import type { MessageEdited, MessageTopic } from "../../domain/message-event";
import { withSlice } from "../../domain/message-reach";
import type { User } from "../../domain/user";
import { isActiveAt, wakeChannel } from "../channels/channel-activity";
import { carryPolicies } from "../topics/carry-policies";
import type { Transaction } from "../transaction";
import { arrivalText, departureText, resolutionText } from "./move-notices";
import { postNotice, prepareNotice } from "./notice";
import type { MoveProgress, MoveWanted, Moving } from "./prepare-move";
import { type Reaching, withReach } from "./reach-of-messages";

/** Those of whom something is kept with the messages, and who can't read where they go. */
const losersOf = async (
  tx: Transaction,
  messageIds: readonly number[],
  { conversation }: MessageTopic,
): Promise<readonly number[]> => {
  const channel = tx.state.channels.get(conversation.channelId);
  const marking = await tx.readStates.markedBy(tx.state.realm.id, messageIds);
  return marking.filter((id) => {
    const user = tx.state.users.get(id);
    if (user === undefined || channel === undefined) return true;
    return readsWholeHistory(channel)
      ? !canReadContent(tx.state, user, channel, tx.now)
      : !tx.state.isSubscribed(id, channel.id);
  });
};

/**
 * Moves a slice of messages, with what people keep of them; the last one tells of the move in both places.
 * @returns how far that is; undefined where the move is done.
 */
export const moveMessages = async (
  tx: Transaction,
  by: User,
  moving: Moving,
  wanted: MoveWanted,
  progress: MoveProgress,
  /** What the chosen message says from now on, if that changes too. */
  edited: MessageEdited | undefined,
): Promise<MoveProgress | undefined> => {
  const { from, to, isLast, isWhole } = moving;
  const joins =
    progress.joins ?? (await tx.messages.hasTopic(tx.state.realm.id, to.conversation.id, to.topic));
  const next = { ...progress, from, joins };
  const reaching = await withReach(tx, from.conversation, moving.messageIds);
  const reach = withSlice(progress.reach, moving.messageIds, reaching.reach);
  if (!isLast) {
    await moveSlice(tx, by, moving, wanted, reaching, undefined);
    const moved = progress.moved + moving.messageIds.length;
    return { ...next, ...(moving.cursor && { cursor: moving.cursor }), reach, moved };
  }
  const { carry, upTo } = isWhole
    ? await carryPolicies(tx, { from, to, reach }, joins, progress.carriedUpTo)
    : { carry: () => {}, upTo: undefined };
  if (upTo === undefined) await moveSlice(tx, by, moving, wanted, reaching, edited);
  carry();
  if (upTo !== undefined) return { ...next, carriedUpTo: upTo };
  await tellOfMove(tx, by, moving, wanted, progress.moved + moving.messageIds.length);
  return undefined;
};

const moveSlice = async (
  tx: Transaction,
  by: User,
  { from, to, chosen, messageIds }: Moving,
  { mode }: MoveWanted,
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
  const lostBy = isChannelChanged ? await losersOf(tx, messageIds, to) : [];
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
  if (isChannelChanged && target && isActiveAt(target, chosen.sentAt, tx.now)) wakeChannel(tx, target.id);
};

const everyone = Number.MAX_SAFE_INTEGER;

/** Those in a channel to whom it is no news, by their own choice, that a topic is resolved or no longer. */
const knowingOf = async (
  { state, personal }: Transaction,
  { conversation: { channelId } }: MessageTopic,
  topics: readonly string[],
): Promise<CompactIds> => {
  const policies = await Promise.all(
    topics.map((topic) => personal.topicPolicies(state.realm.id, channelId, topic, 0, everyone)),
  );
  const follows = (userId: number): boolean => policies.some((one) => one.get(userId) === "followed");
  return compactIds(
    [...state.subscribers(channelId)].filter((userId) => {
      const user = state.users.get(userId);
      const policy = user?.bot === null ? user.settings.resolvedTopicNoticeAutoReadPolicy : "never";
      return policy === "always" || (policy === "except_followed" && !follows(userId));
    }),
  );
};

const tellOfMove = async (
  tx: Transaction,
  by: User,
  { from, to, isWhole }: Moving,
  { mode, tellNewTopic, tellOldTopic }: MoveWanted,
  count: number,
): Promise<void> => {
  const tell = (place: MessageTopic, text: string, readBy?: CompactIds): void =>
    postNotice(
      tx,
      { id: place.conversation.channelId, conversationId: place.conversation.id },
      place.topic,
      prepareNotice(tx, text),
      { userId: by.id, receivesIt: tx.state.isSubscribed(by.id, place.conversation.channelId) },
      readBy,
    );
  const isWithin = from.conversation.id === to.conversation.id;
  const resolution = isWithin && isWhole ? resolutionText(by, from.topic, to.topic) : undefined;
  if (resolution !== undefined) {
    // The topic's policies move with it in this very commit: they are found under either name.
    tell(to, resolution, await knowingOf(tx, to, [from.topic, to.topic]));
    return;
  }
  const told = { by, from, to, mode, count, isWhole };
  if (tellNewTopic) tell(to, arrivalText(tx.state, told));
  if (tellOldTopic) tell(from, departureText(tx.state, told));
};
