import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId } from "../../domain/ids";
import { cannotEditMessage, type MessageChangeError } from "../../domain/messages/change-refusals";
import { invalidMessages, type MessageError } from "../../domain/messages/refusals";
import type { TypingConversation, TypingOp } from "../../domain/queues/signal";
import type { TypingError } from "../../domain/typing/refusals";
import { canRead, statesByConversation } from "../access/message-access";
import { type Caller, callerIn } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { withReach } from "../messages/shared/reach-of-messages";
import type { Wakeup } from "../ports/events/wakeup";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import type { LiveQueues } from "../queues/live-queues";
import { sendSignal } from "../queues/send-signal";
import { checkTyping, isAudienceSmallEnough } from "./internal/typing-policy";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly liveQueues: LiveQueues;
  readonly wakeup: Wakeup;
  readonly clock: Clock;
}

/** Signals to the readers of a message that its sender started or stopped editing it. API §4.14. */
export const signalEditing =
  ({ directory, messages, readStates, liveQueues, wakeup, clock }: Ports) =>
  (
    caller: Caller,
    op: TypingOp,
    messageId: MessageId,
  ): TaskEither<CallerError | MessageChangeError | MessageError | TypingError, void> =>
  async () => {
    const { realmId, userId } = caller;
    const [message] = await messages.byIds(realmId, [messageId]);
    const states = await statesByConversation(readStates, realmId, userId, message ? [message] : []);
    const state = await directory.stateOf(realmId);
    const user = callerIn(state, caller);
    if (E.isLeft(user)) return user;
    const readState = message && states.get(message.conversation.id);
    if (message === undefined || !canRead(state, user.right, message, readState, clock.now()))
      return E.left(invalidMessages);
    if (message.senderId !== userId) return E.left(cannotEditMessage);
    const { conversation, topic } = message;
    const allowed = checkTyping(user.right, conversation.kind);
    if (E.isLeft(allowed)) return allowed;
    const typingIn: TypingConversation =
      conversation.kind === "channel"
        ? { kind: "channel", channelId: conversation.channelId, topic }
        : { kind: "direct", participants: conversation.participants };
    if (isAudienceSmallEnough(state, typingIn))
      sendSignal({ liveQueues, wakeup }, state, {
        type: "typing",
        op,
        userId,
        place: typingIn,
        messageId,
        ...(await withReach({ state, readStates, now: clock.now() }, conversation, [messageId])),
      });
    return E.right(undefined);
  };
