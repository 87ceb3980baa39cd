import type { RealmEvent } from "../events/event";
import type { MessageId } from "../ids";
import { messagesBeforeAndAfter } from "../messages/message-reach";
import type { RealmState } from "../state/realm-state";
import type { User } from "../users/user";
import { knownMessages } from "./known-messages";

/**
 * The message of a move that the reader's event names, among those they know in the new place: the one that the user chose, or the
 * first if the reader doesn't know that one.
 */
export const namedAmong = (known: readonly MessageId[], chosenId: MessageId): MessageId | undefined =>
  known.includes(chosenId) ? chosenId : known[0];

/** Whether clients receive their user's flags with the event. */
export const includesFlags = ({ type }: RealmEvent): boolean =>
  type === "message_edited" || type === "message_rendered" || type === "messages_moved";

/** The message whose flags a reader receives with the event; undefined if there is none. `state` is the realm right after it. */
export const flaggedMessage = (
  event: RealmEvent,
  state: RealmState,
  user: User,
  now: number,
): MessageId | undefined => {
  if (event.type === "message_edited" || event.type === "message_rendered") return event.messageId;
  if (event.type !== "messages_moved") return undefined;
  const [, arrived] = messagesBeforeAndAfter(event);
  return namedAmong(knownMessages(state, user, arrived, now), event.chosenId);
};
