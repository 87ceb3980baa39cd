import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notLoggedIn } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { messageSize } from "../../domain/messages/message-size";
import type { MessageError } from "../../domain/messages/refusals";
import type { NarrowError } from "../../domain/narrow/refusals";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import { asRead, openConversations } from "./internal/spectator-view";
import {
  anchorId,
  beyondNewest,
  type MessagePage,
  type MessagePageRequest,
  matchingNarrow,
  messagePage,
  pageOfNamed,
} from "./shared/message-page";
import { readInBatches } from "./shared/read-in-batches";
import { type NarrowInput, resolveNarrow } from "./shared/resolve-narrow";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** Operators that spectators may use. */
const openOperators: ReadonlySet<string> = new Set([
  "channel",
  "channels",
  "topic",
  "sender",
  "has",
  "search",
  "near",
  "id",
]);

/** An id that no user has. */
const nobody = 0;

const isPublicOnly = (narrow: readonly NarrowInput[]): boolean =>
  narrow.every(({ operator }) => openOperators.has(operator)) &&
  narrow.some(
    ({ operator, operand, negated }) => !negated && operator === "channels" && operand === "web-public",
  );

/** The messages around an anchor in channels open to spectators, for anyone. Other narrows require a login. */
export const fetchPublicMessages =
  ({ directory, messages, clock }: Ports) =>
  (
    realmId: RealmId,
    request: MessagePageRequest,
  ): TaskEither<CallerError | MessageError | NarrowError, MessagePage> =>
  async () => {
    const state = await directory.stateOf(realmId);
    const conversationIds = openConversations(state);
    if (!state.realm.settings.enableSpectatorAccess || !isPublicOnly(request.narrow))
      return E.left(notLoggedIn);
    const narrow = resolveNarrow(state, undefined, request.narrow, clock.now());
    if (E.isLeft(narrow)) return narrow;
    const scope = { kind: "channels", conversationIds } as const;
    if (request.messageIds !== undefined) {
      const named = await readInBatches(
        request.messageIds,
        async (ids, enough) => {
          const { found, endsAt } = await messages.byIdsUpTo(realmId, ids, enough);
          return {
            found: found.filter(({ conversation }) => conversationIds.includes(conversation.id)),
            endsAt,
          };
        },
        messageSize,
      );
      if (E.isLeft(named)) return named;
      const matching = await matchingNarrow(messages, realmId, named.right, narrow.right);
      return E.right({ ...pageOfNamed, messages: matching.map(asRead) });
    }
    const anchor =
      request.anchor === "first_unread"
        ? beyondNewest
        : await anchorId(messages, realmId, nobody, request.anchor, scope, narrow.right);
    const page = await messagePage(messages, realmId, request, { scope, narrow: narrow.right, anchor });
    return E.right({ ...page, messages: page.messages.map(asRead) });
  };
