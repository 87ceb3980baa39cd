import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { messageSize } from "../../domain/messages/message-size";
import type { MessageError } from "../../domain/messages/refusals";
import type { NarrowError } from "../../domain/narrow/refusals";
import { readableUpTo, scopeOf, withFlags } from "../access/message-access";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import { resolveWithOperator } from "./internal/resolve-with-operator";
import {
  anchorId,
  type MessagePage,
  type MessagePageRequest,
  matchingNarrow,
  messagePage,
  pageOfNamed,
} from "./shared/message-page";
import { readInBatches } from "./shared/read-in-batches";
import { resolveNarrow } from "./shared/resolve-narrow";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** The messages around an anchor in a narrow, or the named ones, with the caller's flags. */
export const fetchMessages =
  ({ directory, messages, readStates, clock }: Ports) =>
  (
    caller: Caller,
    request: MessagePageRequest,
  ): TaskEither<CallerError | MessageError | NarrowError, MessagePage> =>
    readAsCaller(directory, caller, async (state, user) => {
      const { realmId, userId } = caller;
      const reading = { state, now: clock.now(), messages, readStates };
      const input = await resolveWithOperator(reading, user, request.narrow);
      if (E.isLeft(input)) return input;
      const narrow = resolveNarrow(state, user, input.right, reading.now);
      if (E.isLeft(narrow)) return narrow;
      if (request.messageIds !== undefined) {
        const found = await readInBatches(
          request.messageIds,
          (ids, enough) => readableUpTo(reading, user, ids, enough),
          messageSize,
        );
        if (E.isLeft(found)) return found;
        const matching = await matchingNarrow(messages, realmId, found.right, narrow.right);
        return E.right({ ...pageOfNamed, messages: await withFlags(readStates, realmId, userId, matching) });
      }
      const scope = scopeOf(state, user, narrow.right, clock.now());
      const anchor = await anchorId(messages, realmId, userId, request.anchor, scope, narrow.right);
      const page = await messagePage(messages, realmId, request, { scope, narrow: narrow.right, anchor });
      return E.right({ ...page, messages: await withFlags(readStates, realmId, userId, page.messages) });
    });
