import { isLeft, right } from "fp-ts/Either";
import { searchOf } from "../../domain/narrow";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { Highlighted } from "../ports/message-finder";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { inNarrow } from "./fetch-messages";
import { readableMessages } from "./message-access";
import { type NarrowInput, resolveNarrow } from "./narrow-input";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** Which of some messages a narrow holds, with what it searches for marked in them. */
export const matchNarrow =
  ({ directory, messages, readStates, clock }: Ports) =>
  (
    caller: Caller,
    ids: readonly number[],
    input: readonly NarrowInput[],
  ): Result<ReadonlyMap<number, Highlighted>> =>
  async () => {
    const { realmId } = caller;
    const state = await directory.of(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const narrow = resolveNarrow(state, user.right, input, clock.now());
    if (isLeft(narrow)) return narrow;
    const tx = { state, now: clock.now(), messages, readStates };
    const readable = await readableMessages(tx, user.right, ids);
    const matching = await inNarrow(messages, realmId, readable, narrow.right);
    const found = matching.map(({ id }) => id);
    return right(await messages.highlighted(realmId, found, searchOf(narrow.right) ?? ""));
  };
