import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./apply-flag";
import { editableFlag } from "./change-flags";
import { anchorId } from "./fetch-messages";
import { followWith } from "./follow-with";
import { type Found, scopeOf, statesByConversation, stillThere } from "./message-access";
import { endsReached, type MessagesWanted } from "./message-page";
import { resolveNarrow } from "./narrow-input";

interface NarrowFlagChange extends MessagesWanted {
  readonly op: "add" | "remove";
  readonly flag: string;
}

/** How many messages were looked at and changed, and where that ended. */
export interface NarrowFlagsChanged {
  readonly processedCount: number;
  readonly updatedCount: number;
  readonly firstProcessedId: number | undefined;
  readonly lastProcessedId: number | undefined;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly ignoredChannelIds: readonly number[];
}

/** Messages that one request changes, at most. */
const mostAtOnce = 5000;

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** What a narrow holds around an anchor. */
interface Searched extends Found {
  readonly ends: { readonly foundOldest: boolean; readonly foundNewest: boolean };
}

/** Puts a flag on the messages around an anchor in a narrow, or takes it off, for the caller alone. API §4.9. */
export const changeFlagsInNarrow =
  (ports: Ports) =>
  (caller: Caller, wanted: NarrowFlagChange): Result<NarrowFlagsChanged> => {
    const flag = editableFlag(wanted.flag);
    if (isLeft(flag)) return async () => flag;
    if (wanted.before > 0 && wanted.after > 0 && !wanted.includeAnchor)
      return async () => left(badRequest("The anchor can only be excluded at an end of the range"));
    const before = Math.min(wanted.before, Math.max(mostAtOnce - wanted.after, mostAtOnce / 2));
    const after = Math.min(wanted.after, mostAtOnce - before);
    return async () => {
      const searched = await search(ports, caller, { ...wanted, before, after });
      if (isLeft(searched)) return searched;
      return ports.inTransaction(caller, (tx) => async () => {
        const { realmId, userId } = caller;
        const user = callerIn(tx.state, caller);
        if (isLeft(user)) return user;
        const messages = await stillThere(tx, user.right, searched.right);
        const states = await statesByConversation(tx.readStates, realmId, userId, messages);
        const outcome = await applyFlag({ tx, realmId, userId, op: wanted.op, messages, states }, flag.right);
        return right({
          processedCount: messages.length,
          updatedCount: outcome.changedIds.length,
          firstProcessedId: messages[0]?.id,
          lastProcessedId: messages.at(-1)?.id,
          ...searched.right.ends,
          ignoredChannelIds: outcome.ignoredChannelIds,
        });
      })();
    };
  };

/** Searches outside of the lane: a search may take long, and nobody's change waits for it. */
const search = async (
  { directory, messages, readStates, clock }: Ports,
  { realmId, ...caller }: Caller,
  wanted: MessagesWanted,
): Promise<Either<ApiError, Searched>> => {
  const state = await directory.newest(realmId);
  const now = clock.now();
  const user = callerIn(state, { realmId, ...caller });
  if (isLeft(user)) return user;
  const input = await followWith({ state, now, messages, readStates }, user.right, wanted.narrow);
  if (isLeft(input)) return input;
  const narrow = resolveNarrow(state, user.right, input.right, now);
  if (isLeft(narrow)) return narrow;
  const scope = scopeOf(state, user.right, narrow.right, now);
  const anchor = await anchorId(messages, realmId, user.right.id, wanted.anchor, scope, narrow.right);
  const { before, after, includeAnchor } = wanted;
  const found = await messages.heads(realmId, {
    scope,
    narrow: narrow.right,
    anchor,
    before: before + 1,
    after: after + 1,
  });
  return right({
    position: state.position,
    messages: [
      ...(before === 0 ? [] : found.before.slice(-before)),
      ...(includeAnchor && found.at ? [found.at] : []),
      ...found.after.slice(0, after),
    ],
    ends: endsReached(found, wanted),
  });
};
