import type { MessageId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import type { ScheduledMessage } from "../../../domain/scheduled-messages/scheduled-message";
import type { RaisedPolicy } from "../../topics/shared/raise-policy";
import type { Destination } from "./message-target";

/** A message to send. */
export interface NewMessage {
  readonly to: Destination;
  /** Markdown. */
  readonly content: string;
  readonly readBySender: boolean;
  /** A widget as JSON. Without it, the content may start one. */
  readonly widget?: string;
  /** Returned with the message to the sender's own event queue. */
  readonly origin?: { readonly queueId: string; readonly localId: string };
  /** Idempotency key. A repeated send returns the first one's id and sends nothing. */
  readonly key?: string;
  /** The scheduled message being sent. The send removes it, and happens only if it still waits unchanged. */
  readonly scheduled?: ScheduledMessage;
}

/** The result of a send. */
export interface Sent {
  readonly id: MessageId;
  /** The sender's new policy for the topic, if sending changed it. */
  readonly raisedPolicy?: RaisedPolicy;
  /** Where it was sent; undefined for a repeated send. */
  readonly place?: Pick<Message, "conversation" | "topic">;
}
