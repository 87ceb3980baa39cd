import type { CallsOffered } from "../../../application/calls/calls-offered";
import type { MessageState } from "../../../application/events/register-queue";
import type { IncomingWebhook } from "../../../application/ports/incoming-webhook";
import type { PresenceNews } from "../../../application/presence/presence-board";
import type { RealmState } from "../../../domain/realm-state";
import type { User } from "../../../domain/user";
import type { SubscriberList } from "../encode/channel";
import type { Presentation } from "../encode/presentation";
import type { RealmFacts, ServerFacts } from "../request-context";

/** What a part of the initial state is written from: the realm at one position of its log. */
export interface StateContext {
  readonly state: RealmState;
  readonly user: User;
  readonly realm: RealmFacts;
  readonly server: ServerFacts;
  readonly presentation: Presentation;
  readonly includeSubscribers: SubscriberList;
  readonly presences: PresenceNews;
  /** Programs whose webhooks are understood. */
  readonly integrations: readonly IncomingWebhook[];
  readonly calls: CallsOffered;
  /** Unix milliseconds. */
  readonly now: number;
}

/** A part that needs no messages. */
export type StatePart = (context: StateContext) => Record<string, unknown>;
/** A part about messages, or about what users keep. */
export type MessagePart = (context: StateContext) => (messages: MessageState) => Record<string, unknown>;
