import { isLeft, left, right } from "fp-ts/Either";
import { invalidMessages } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { type FlaggedMessage, readableMessage, withFlags } from "./message-access";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** One message, if the caller may read it. */
export const fetchMessage =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, messageId: number): Result<FlaggedMessage> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.of(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    // What is hidden takes as many reads as what isn't there: nobody learns by the time which it was.
    const reading = { state, now: clock.now(), messages, readStates };
    const message = await readableMessage(reading, user.right, messageId);
    if (isLeft(message)) return message;
    const [flagged] = await withFlags(readStates, realmId, userId, [message.right]);
    return flagged ? right(flagged) : left(invalidMessages);
  };
