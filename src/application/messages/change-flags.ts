import * as E from "fp-ts/Either";
import { chunksOf } from "fp-ts/ReadonlyArray";
import type { Task } from "fp-ts/Task";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelId, MessageId } from "../../domain/ids";
import { type EditableFlag, editableFlags, isFlag } from "../../domain/messages/read-state";
import {
  flagNotEditable,
  invalidMessages,
  type MessageError,
  unknownFlag,
} from "../../domain/messages/refusals";
import { canRead, readableHeads, type SearchedOutside, statesByConversation } from "../access/message-access";
import { asCaller, readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./internal/apply-flag";

interface FlagChange {
  readonly messageIds: readonly MessageId[];
  readonly op: "add" | "remove";
  readonly flag: string;
}

/** The result of a change of flags. */
export interface FlagsChanged {
  /** The requested messages that can have the flag. */
  readonly messageIds: readonly MessageId[];
  /** Channels whose messages can't become unread because the caller isn't subscribed. */
  readonly ignoredChannelIds: readonly ChannelId[];
}

/** The flag that a client names. Fails for unknown flags and flags only the server sets. */
export const editableFlag = (flag: string): E.Either<MessageError, EditableFlag> => {
  const editable = editableFlags.find((one) => one === flag);
  if (editable) return E.right(editable);
  return E.left(isFlag(flag) ? flagNotEditable(flag) : unknownFlag(flag));
};

/**
 * Most messages that one commit changes. Five times as many in one piece would delay everybody's sends by more than a
 * tenth of a second.
 */
const sliceSize = 1000;

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/**
 * Adds or removes a flag on messages by id, for the caller alone. Changes many in slices, so that other changes can go
 * in between. Nothing changes if a message can't be read at first; one that is lost meanwhile ends the work.
 */
export const changeFlags =
  (ports: Ports) =>
  (
    caller: Caller,
    { messageIds, op, flag: name }: FlagChange,
  ): TaskEither<CallerError | MessageError, FlagsChanged> =>
  async () => {
    const flag = editableFlag(name);
    if (E.isLeft(flag)) return flag;
    const ids = [...new Set(messageIds)].toSorted((a, b) => a - b);
    if (ids.length <= sliceSize) return changeSlice(ports, caller, op, flag.right, { ids })();
    const slices = chunksOf(sliceSize)(ids);
    const checked = await checkReadable(ports, caller, slices)();
    if (E.isLeft(checked)) return checked;
    const possibleIds: (readonly MessageId[])[] = [];
    const ignoredChannelIds = new Set<ChannelId>();
    for (const slice of slices) {
      const found = await findOutside(ports, caller, slice);
      const changed = await changeSlice(ports, caller, op, flag.right, { ids: slice, found })();
      if (E.isLeft(changed)) return changed;
      possibleIds.push(changed.right.messageIds);
      for (const id of changed.right.ignoredChannelIds) ignoredChannelIds.add(id);
    }
    return E.right({ messageIds: possibleIds.flat(), ignoredChannelIds: [...ignoredChannelIds] });
  };

/** Refuses the request if the caller can't read one of the messages. */
const checkReadable = (
  { directory, messages, readStates, clock }: Ports,
  caller: Caller,
  slices: readonly (readonly MessageId[])[],
): Task<E.Either<CallerError | MessageError, void>> =>
  readNewestAsCaller(directory, caller, async (state, user) => {
    const reading = { state, now: clock.now(), messages, readStates };
    for (const ids of slices)
      if ((await readableHeads(reading, user, ids)).length < ids.length) return E.left(invalidMessages);
    return E.right(undefined);
  });

/** Reads messages outside the lane, and the realm's log position before. */
const findOutside = async (
  { directory, messages }: Ports,
  { realmId }: Caller,
  ids: readonly MessageId[],
): Promise<SearchedOutside> => {
  const { position } = await directory.newest(realmId);
  return { position, messages: await messages.headsOf(realmId, ids) };
};

interface Slice {
  readonly ids: readonly MessageId[];
  /** The messages as they were outside the lane, if they were read there. */
  readonly found?: SearchedOutside;
}

const changeSlice = (
  { inTransaction }: Pick<Ports, "inTransaction">,
  caller: Caller,
  op: FlagChange["op"],
  flag: EditableFlag,
  { ids, found }: Slice,
): TaskEither<CallerError | MessageError, FlagsChanged> =>
  asCaller(inTransaction, caller, async (tx, user) => {
    const { realmId, userId } = caller;
    const messages =
      found?.position === tx.state.position ? found.messages : await tx.messages.headsOf(realmId, ids);
    const states = await statesByConversation(tx.readStates, realmId, userId, messages);
    const readable = messages.filter((message) =>
      canRead(tx.state, user, message, states.get(message.conversation.id), tx.now),
    );
    if (readable.length < ids.length) return E.left(invalidMessages);
    const outcome = await applyFlag({ tx, realmId, userId, op, messages: readable, states }, flag);
    return E.right({ messageIds: outcome.possibleIds, ignoredChannelIds: outcome.ignoredChannelIds });
  });
