import * as E from "fp-ts/Either";
import { groupedBy } from "../../../domain/collections/grouped-by";
import * as ranges from "../../../domain/collections/id-ranges";
import type { ChannelId, ConversationId, MessageId, RealmId, UserId } from "../../../domain/ids";
import type { MessageHead } from "../../../domain/messages/message";
import { type EditableFlag, type Flag, isUnread, type ReadState } from "../../../domain/messages/read-state";
import type { Transaction } from "../../transaction";

interface FlagWork {
  readonly tx: Transaction;
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly op: "add" | "remove";
  readonly messages: readonly MessageHead[];
  readonly states: ReadonlyMap<ConversationId, ReadState>;
}

/** Which messages were changed. */
interface FlagOutcome {
  readonly changedIds: readonly MessageId[];
  /** Messages that can have the flag. Only messages in the user's channels can become unread. */
  readonly possibleIds: readonly MessageId[];
  /** Channels whose messages can't become unread because the user isn't subscribed. */
  readonly ignoredChannelIds: readonly ChannelId[];
}

/** Adds a flag to messages the user may read, or removes it. */
export const applyFlag = (work: FlagWork, flag: EditableFlag): Promise<FlagOutcome> =>
  flag === "read" ? changeRead(work) : changeOwnFlag({ ...work, flag });

const changeOwnFlag = async (
  work: FlagWork & { readonly flag: Exclude<EditableFlag, "read"> },
): Promise<FlagOutcome> => {
  const { tx, realmId, userId, op, flag, messages } = work;
  const ids = messages.map(({ id }) => id);
  const flagsById = await tx.readStates.flagsOf(realmId, userId, ids);
  const changed = ids.filter((id) => (flagsById.get(id) ?? []).includes(flag) !== (op === "add"));
  if (changed.length > 0)
    tx.append({
      type: "message_flags_changed",
      userId,
      op,
      flag,
      messageIds: changed,
      ranges: [],
      messages: [],
    });
  return { changedIds: changed, possibleIds: ids, ignoredChannelIds: [] };
};

const changeRead = async (work: FlagWork): Promise<FlagOutcome> => {
  const { tx, realmId, userId, op, messages, states } = work;
  const isInLeftChannel = ({ conversation }: MessageHead): boolean =>
    conversation.kind === "channel" && !tx.state.isSubscribed(userId, conversation.channelId);
  const possible = op === "add" ? messages : messages.filter((message) => !isInLeftChannel(message));
  const changed = possible.filter((message) => {
    const state = states.get(message.conversation.id);
    return state !== undefined && isUnread(state, message, userId) === (op === "add");
  });
  if (changed.length > 0) {
    const flagsById =
      op === "add"
        ? new Map<MessageId, readonly Flag[]>()
        : await tx.readStates.flagsOf(
            realmId,
            userId,
            changed.map(({ id }) => id),
          );
    tx.append({
      type: "message_flags_changed",
      userId,
      op,
      flag: "read",
      messageIds: changed.map(({ id }) => id),
      ranges: await rangesOf(work, changed),
      messages:
        op === "add"
          ? []
          : changed.map(({ id, conversation, topic }) => ({
              id,
              conversation,
              topic,
              flags: flagsById.get(id) ?? [],
            })),
    });
  }
  return {
    changedIds: changed.map(({ id }) => id),
    possibleIds: possible.map(({ id }) => id),
    ignoredChannelIds: [
      ...new Set(
        messages.flatMap((message) =>
          op === "remove" && message.conversation.kind === "channel" && isInLeftChannel(message)
            ? [message.conversation.channelId]
            : [],
        ),
      ),
    ],
  };
};

/**
 * By conversation, the ids to add to the read ranges or to remove. Added ids form as few ranges as possible without
 * covering other unread messages. They begin right after the message before, so that reading one message after another extends a range,
 * even if ids of other conversations lie in between.
 */
const rangesOf = async (
  { tx, realmId, userId, op }: FlagWork,
  changed: readonly MessageHead[],
): Promise<{ conversationId: ConversationId; ids: ranges.IdRanges }[]> => {
  const byConversation = groupedBy(changed, ({ conversation }) => conversation.id);
  const all = [...byConversation].map(([id, heads]) => [id, heads.map((head) => head.id)] as const);
  if (op === "remove")
    return all.map(([conversationId, ids]) => ({ conversationId, ids: ranges.ofIds(ids) }));
  const spans = all.map(([conversationId, ids]) => ({ conversationId, ...spanOf(ids) }));
  const previous = await tx.messages.idsBefore(
    realmId,
    spans.map(({ conversationId, from }) => ({ conversationId, id: from })),
  );
  // A single message of a conversation has nothing in between.
  const unread = all.every(([, ids]) => ids.length === 1)
    ? E.right(noUnread)
    : await tx.messages.unreadIds(realmId, userId, spans, maxUnreadBetween);
  if (E.isLeft(unread))
    return all.map(([conversationId, ids]) => ({ conversationId, ids: ranges.ofIds(ids) }));
  return all.map(([conversationId, ids]) => {
    const chosen = new Set(ids);
    const others = (unread.right.get(conversationId) ?? []).filter((id) => !chosen.has(id));
    const earlier = previous.get(conversationId) ?? spanOf(ids).from - 1;
    return { conversationId, ids: ranges.normalize(ranges.reachingBack(ids, [earlier, ...others])) };
  });
};

const noUnread: ReadonlyMap<ConversationId, readonly MessageId[]> = new Map();

/** If more unread messages than this lie in between, every id gets its own range. */
const maxUnreadBetween = 10_000;

const spanOf = (ids: readonly MessageId[]): { readonly from: MessageId; readonly to: MessageId } => ({
  from: ids.reduce((a, b) => Math.min(a, b)),
  to: ids.reduce((a, b) => Math.max(a, b)),
});
