import { isLeft, left, right } from "fp-ts/Either";
import { invalidMessages } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { canRead, type FlaggedMessage, statesByConversation, withFlags } from "./message-access";

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
    const [message] = await messages.byIds(realmId, [messageId]);
    if (message === undefined) return left(invalidMessages);
    const states = await statesByConversation(readStates, realmId, userId, [message]);
    if (!canRead(state, user.right, message, states.get(message.conversation.id), clock.now()))
      return left(invalidMessages);
    const [flagged] = await withFlags(readStates, realmId, userId, [message]);
    return flagged ? right(flagged) : left(invalidMessages);
  };
