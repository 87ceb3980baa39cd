import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId } from "../../domain/ids";
import type { MessageError } from "../../domain/messages/refusals";
import { searchOf } from "../../domain/narrow/narrow";
import type { NarrowError } from "../../domain/narrow/refusals";
import { sizeOf } from "../../domain/users/user-list-limits";
import { readableHeads } from "../access/message-access";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Highlighted } from "../ports/messages/message-finder";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import { matchingNarrow } from "./shared/message-page";
import { readInBatches } from "./shared/read-in-batches";
import { type NarrowInput, resolveNarrow } from "./shared/resolve-narrow";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** The named messages that are in a narrow, with search matches highlighted. */
export const matchNarrow =
  ({ directory, messages, readStates, clock }: Ports) =>
  (
    caller: Caller,
    ids: readonly MessageId[],
    input: readonly NarrowInput[],
  ): TaskEither<CallerError | MessageError | NarrowError, ReadonlyMap<MessageId, Highlighted>> =>
    readAsCaller(directory, caller, async (state, user) => {
      const { realmId } = caller;
      const now = clock.now();
      const narrow = resolveNarrow(state, user, input, now);
      if (E.isLeft(narrow)) return narrow;
      const readable = await readableHeads({ state, now, messages, readStates }, user, ids);
      const matching = await matchingNarrow(messages, realmId, readable, narrow.right);
      const search = searchOf(narrow.right) ?? "";
      const highlighted = await readInBatches(
        matching.map(({ id }) => id),
        (batch, enough) => messages.highlighted(realmId, batch, search, enough),
        ([, { content, topic }]) => sizeOf(content, topic),
      );
      return E.isLeft(highlighted) ? highlighted : E.right(new Map(highlighted.right));
    });
