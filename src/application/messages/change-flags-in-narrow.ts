import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelId, MessageId } from "../../domain/ids";
import { anchorExcludedInsideRange, type MessageError } from "../../domain/messages/refusals";
import type { NarrowError } from "../../domain/narrow/refusals";
import { type SearchedOutside, scopeOf, statesByConversation, stillReadable } from "../access/message-access";
import { actingAs, readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { editableFlag } from "./change-flags";
import { applyFlag } from "./internal/apply-flag";
import { resolveWithOperator } from "./internal/resolve-with-operator";
import { anchorId, endsReached, type MessagePageRequest } from "./shared/message-page";
import { resolveNarrow } from "./shared/resolve-narrow";

interface NarrowFlagChange extends MessagePageRequest {
  readonly op: "add" | "remove";
  readonly flag: string;
}

/** How many messages were processed and changed, and the range they cover. */
export interface NarrowFlagsChanged {
  readonly processedCount: number;
  readonly updatedCount: number;
  readonly firstProcessedId: MessageId | undefined;
  readonly lastProcessedId: MessageId | undefined;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly ignoredChannelIds: readonly ChannelId[];
}

/** Most messages that one request changes. */
const maxMessages = 5000;

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** The messages found around an anchor in a narrow. */
interface Searched extends SearchedOutside {
  readonly ends: { readonly foundOldest: boolean; readonly foundNewest: boolean };
}

/** Adds a flag to the messages around an anchor in a narrow, or removes it, for the caller alone. API §4.9. */
export const changeFlagsInNarrow =
  (ports: Ports) =>
  (
    caller: Caller,
    request: NarrowFlagChange,
  ): TaskEither<CallerError | MessageError | NarrowError, NarrowFlagsChanged> => {
    const flag = editableFlag(request.flag);
    if (E.isLeft(flag)) return async () => flag;
    if (request.before > 0 && request.after > 0 && !request.includeAnchor)
      return async () => E.left(anchorExcludedInsideRange);
    const before = Math.min(request.before, Math.max(maxMessages - request.after, maxMessages / 2));
    const after = Math.min(request.after, maxMessages - before);
    return async () => {
      const searched = await search(ports, caller, { ...request, before, after })();
      if (E.isLeft(searched)) return searched;
      return ports.inTransaction(
        caller,
        actingAs(caller, async (tx, user) => {
          const { realmId, userId } = caller;
          const messages = await stillReadable(tx, user, searched.right);
          const states = await statesByConversation(tx.readStates, realmId, userId, messages);
          const outcome = await applyFlag(
            { tx, realmId, userId, op: request.op, messages, states },
            flag.right,
          );
          return E.right({
            processedCount: messages.length,
            updatedCount: outcome.changedIds.length,
            firstProcessedId: messages[0]?.id,
            lastProcessedId: messages.at(-1)?.id,
            ...searched.right.ends,
            ignoredChannelIds: outcome.ignoredChannelIds,
          });
        }),
      );
    };
  };

/** Searches outside the lane, because a search may take long and changes must not wait for it. */
const search = (
  { directory, messages, readStates, clock }: Ports,
  caller: Caller,
  request: MessagePageRequest,
): TaskEither<CallerError | NarrowError, Searched> =>
  readNewestAsCaller(directory, caller, async (state, user) => {
    const { realmId } = caller;
    const now = clock.now();
    const input = await resolveWithOperator({ state, now, messages, readStates }, user, request.narrow);
    if (E.isLeft(input)) return input;
    const narrow = resolveNarrow(state, user, input.right, now);
    if (E.isLeft(narrow)) return narrow;
    const scope = scopeOf(state, user, narrow.right, now);
    const anchor = await anchorId(messages, realmId, user.id, request.anchor, scope, narrow.right);
    const { before, after, includeAnchor } = request;
    const found = await messages.heads(realmId, {
      scope,
      narrow: narrow.right,
      anchor,
      before: before + 1,
      after: after + 1,
    });
    return E.right({
      position: state.position,
      messages: [
        ...(before === 0 ? [] : found.before.slice(-before)),
        ...(includeAnchor && found.at ? [found.at] : []),
        ...found.after.slice(0, after),
      ],
      ends: endsReached(found, request),
    });
  });
