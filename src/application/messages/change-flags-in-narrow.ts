import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelId, MessageId } from "../../domain/ids";
import type { EditableFlag } from "../../domain/messages/read-state";
import { anchorExcludedInsideRange, type MessageError } from "../../domain/messages/refusals";
import type { NarrowError } from "../../domain/narrow/refusals";
import { type SearchedOutside, scopeOf, statesByConversation, stillReadable } from "../access/message-access";
import { asCaller, readNewestAsCaller } from "../as-caller";
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
  ): TE.TaskEither<CallerError | MessageError | NarrowError, NarrowFlagsChanged> => {
    const before = Math.min(request.before, Math.max(maxMessages - request.after, maxMessages / 2));
    const after = Math.min(request.after, maxMessages - before);
    return pipe(
      TE.fromEither(flagToChange(request)),
      TE.bindTo("flag"),
      TE.bindW("searched", () => search(ports, caller, { ...request, before, after })),
      TE.chainW(({ flag, searched }) => changeFound(ports, caller, request.op, flag, searched)),
    );
  };

const flagToChange = ({
  flag,
  before,
  after,
  includeAnchor,
}: NarrowFlagChange): E.Either<MessageError, EditableFlag> =>
  pipe(
    editableFlag(flag),
    E.filterOrElseW(
      () => before === 0 || after === 0 || includeAnchor,
      () => anchorExcludedInsideRange,
    ),
  );

const changeFound = (
  { inTransaction }: Ports,
  caller: Caller,
  op: NarrowFlagChange["op"],
  flag: EditableFlag,
  searched: Searched,
): TE.TaskEither<CallerError | MessageError, NarrowFlagsChanged> =>
  asCaller(inTransaction, caller, async (tx, user) => {
    const { realmId, userId } = caller;
    const messages = await stillReadable(tx, user, searched);
    const states = await statesByConversation(tx.readStates, realmId, userId, messages);
    const outcome = await applyFlag({ tx, realmId, userId, op, messages, states }, flag);
    return E.right({
      processedCount: messages.length,
      updatedCount: outcome.changedIds.length,
      firstProcessedId: messages[0]?.id,
      lastProcessedId: messages.at(-1)?.id,
      ...searched.ends,
      ignoredChannelIds: outcome.ignoredChannelIds,
    });
  });

/** Searches outside the lane, because a search may take long and changes must not wait for it. */
const search = (
  { directory, messages, readStates, clock }: Ports,
  caller: Caller,
  request: MessagePageRequest,
): TE.TaskEither<CallerError | NarrowError, Searched> =>
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
