import type { MessageState } from "../../../application/events/register-queue";
import { versionFields } from "../version";
import type { MessagePart, StateContext, StatePart } from "./context";
import { unreadPart } from "./messages";

/** Clients get unread messages only if they request both types, since they update them from both. */
const unreadTypes = ["message", "update_message_flags"];

/** Whether a client requests a type of events. */
export type Wants = (type: string) => boolean;

/** Whether a client requests the unread messages. */
export const wantsUnread = (wants: Wants): boolean => unreadTypes.every(wants);

interface Parts {
  readonly stateParts: Readonly<Record<string, StatePart>>;
  readonly messageParts: Readonly<Record<string, MessagePart>>;
}

/** The parts of the state that a client requests, in the order of their lists. */
export const requestedState = (
  { stateParts, messageParts }: Parts,
  context: StateContext,
  messages: MessageState,
  wants: Wants,
): Readonly<Record<string, unknown>> => {
  const requested = <Part>(parts: Readonly<Record<string, Part>>): readonly Part[] =>
    Object.entries(parts).flatMap(([type, part]) => (wants(type) ? [part] : []));
  const aboutMessages = wantsUnread(wants)
    ? [...requested(messageParts), unreadPart]
    : requested(messageParts);
  return Object.assign(
    { ...versionFields },
    ...requested(stateParts).map((part) => part(context)),
    ...aboutMessages.map((part) => part(context)(messages)),
  );
};
