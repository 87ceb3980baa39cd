import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, invalidMessages } from "../../domain/errors";
import type { TypingOp, TypingPlace } from "../../domain/signal";
import { type Caller, callerIn, type Result } from "../caller";
import type { LiveQueues } from "../events/live-queues";
import { sendSignal } from "../events/send-signal";
import { canRead, statesByConversation } from "../messages/message-access";
import { withReach } from "../messages/reach-of-messages";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { Wakeup } from "../ports/wakeup";
import type { RealmDirectory } from "../realm-directory";
import { isHeard, typingRefusal } from "./signal-typing";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly liveQueues: LiveQueues;
  readonly wakeup: Wakeup;
  readonly clock: Clock;
}

/** Tells the readers of a message that its sender edits it, or no longer. API §4.14. */
export const signalEditing =
  ({ directory, messages, readStates, liveQueues, wakeup, clock }: Ports) =>
  (caller: Caller, op: TypingOp, messageId: number): Result<void> =>
  async () => {
    const { realmId, userId } = caller;
    const [message] = await messages.byIds(realmId, [messageId]);
    const states = await statesByConversation(readStates, realmId, userId, message ? [message] : []);
    const state = await directory.of(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const own = message && states.get(message.conversation.id);
    if (message === undefined || !canRead(state, user.right, message, own, clock.now()))
      return left(invalidMessages);
    if (message.senderId !== userId)
      return left(badRequest("You don't have permission to edit this message"));
    const { conversation, topic } = message;
    const refusal = typingRefusal(user.right, conversation.kind);
    if (refusal) return left(refusal);
    const place: TypingPlace =
      conversation.kind === "channel"
        ? { kind: "channel", channelId: conversation.channelId, topic }
        : { kind: "direct", participants: conversation.participants };
    if (isHeard(state, place))
      sendSignal({ liveQueues, wakeup }, state, {
        type: "typing",
        op,
        userId,
        place,
        messageId,
        ...(await withReach({ state, readStates, now: clock.now() }, conversation, [messageId])),
      });
    return right(undefined);
  };
