import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, invalidMessages } from "../../domain/errors";
import * as ranges from "../../domain/id-ranges";
import type { Message } from "../../domain/message";
import {
  type EditableFlag,
  editableFlags,
  type Flag,
  isUnread,
  type ReadState,
  serverFlags,
} from "../../domain/read-state";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { canRead, statesByConversation } from "./message-access";

export interface FlagChange {
  readonly messageIds: readonly number[];
  readonly op: "add" | "remove";
  readonly flag: string;
}

export interface FlagsChanged {
  /** Those that the caller named. */
  readonly messageIds: readonly number[];
  /** Channels whose messages can't become unread, because the caller isn't subscribed. */
  readonly ignoredChannelIds: readonly number[];
}

/** Which flag a client names, if it is one that clients may change. */
export const editableFlag = (flag: string): Either<ApiError, EditableFlag> => {
  const editable = editableFlags.find((one) => one === flag);
  if (editable) return right(editable);
  return left(
    badRequest(
      serverFlags.some((one) => one === flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`,
    ),
  );
};

/** Adds or removes a flag on messages by id, for the caller alone. */
export const changeFlags =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, change: FlagChange): Result<FlagsChanged> => {
    const flag = editableFlag(change.flag);
    if (isLeft(flag)) return async () => flag;
    return inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const ids = [...new Set(change.messageIds)];
      const messages = await tx.messages.byIds(caller.realmId, ids);
      const states = await statesByConversation(tx.readStates, caller.realmId, caller.userId, messages);
      const readable = messages.filter((message) =>
        canRead(tx.state, user.right, message, states.get(message.conversation.id), tx.now),
      );
      if (readable.length < ids.length) return left(invalidMessages);
      const work = { tx, userId: caller.userId, realmId: caller.realmId, messages: readable, states };
      return right(
        flag.right === "read"
          ? await changeRead({ ...work, op: change.op })
          : await changeMark({ ...work, op: change.op, flag: flag.right }),
      );
    });
  };

interface Work {
  readonly tx: Transaction;
  readonly realmId: number;
  readonly userId: number;
  readonly op: "add" | "remove";
  readonly messages: readonly Message[];
  readonly states: ReadonlyMap<number, ReadState>;
}

const changeMark = async (
  work: Work & { readonly flag: Exclude<EditableFlag, "read"> },
): Promise<FlagsChanged> => {
  const { tx, realmId, userId, op, flag, messages } = work;
  const ids = messages.map(({ id }) => id);
  const marks = await tx.readStates.marksOf(realmId, userId, ids);
  const changed = ids.filter((id) => (marks.get(id) ?? []).includes(flag) !== (op === "add"));
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
  return { messageIds: ids, ignoredChannelIds: [] };
};

const changeRead = async (work: Work): Promise<FlagsChanged> => {
  const { tx, realmId, userId, op, messages, states } = work;
  const received = messages.filter(({ id, conversation }) =>
    ranges.includes(states.get(conversation.id)?.received ?? [], id),
  );
  const ignored = op === "remove" ? messages.filter((message) => !received.includes(message)) : [];
  const changed = received.filter((message) => {
    const state = states.get(message.conversation.id);
    return state !== undefined && isUnread(state, message, userId) === (op === "add");
  });
  if (changed.length > 0) {
    const marks =
      op === "add"
        ? new Map<number, readonly Flag[]>()
        : await tx.readStates.marksOf(
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
              marks: marks.get(id) ?? [],
            })),
    });
  }
  return {
    messageIds: op === "add" ? messages.map(({ id }) => id) : received.map(({ id }) => id),
    ignoredChannelIds: [
      ...new Set(
        ignored.flatMap(({ conversation }) =>
          conversation.kind === "channel" ? [conversation.channelId] : [],
        ),
      ),
    ],
  };
};

/** By conversation, the ids to take in or out: in, as few ranges as hold no other unread message. */
const rangesOf = async (
  { tx, realmId, userId, op }: Work,
  changed: readonly Message[],
): Promise<{ conversationId: number; ids: ranges.IdRanges }[]> => {
  const byConversation = new Map<number, number[]>();
  for (const { id, conversation } of changed)
    byConversation.set(conversation.id, [...(byConversation.get(conversation.id) ?? []), id]);
  const all: { conversationId: number; ids: ranges.IdRanges }[] = [];
  for (const [conversationId, ids] of byConversation) {
    if (op === "remove") {
      all.push({ conversationId, ids: ranges.ofIds(ids) });
      continue;
    }
    const unread = await tx.messages.unreadIds(
      realmId,
      userId,
      conversationId,
      Math.min(...ids),
      Math.max(...ids),
    );
    const chosen = new Set(ids);
    all.push({
      conversationId,
      ids: ranges.spanning(
        ids,
        unread.filter((id) => !chosen.has(id)),
      ),
    });
  }
  return all;
};
