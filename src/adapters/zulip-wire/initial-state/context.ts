import type { CallsOffered } from "../../../application/calls/calls-offered";
import type { MessageState } from "../../../application/events/register-queue";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import type { PresenceUpdates } from "../../../domain/presence/presence";
import type { User } from "../../../domain/users/user";
import type { SubscriberList } from "../encode/channel";
import type { Presentation } from "../encode/presentation";
import type { View } from "../encode/visible-members";
import type { RealmInfo, ServerInfo } from "../server-info";

/** Input of the initial state's parts: the realm at one position of its log, and facts about the reader. */
export interface StateContext extends View {
  readonly user: User;
  readonly realm: RealmInfo;
  readonly server: ServerInfo;
  readonly presentation: Presentation;
  readonly includeSubscribers: SubscriberList;
  readonly presences: PresenceUpdates;
  /** Supported incoming webhooks. */
  readonly integrations: readonly IncomingWebhook[];
  readonly calls: CallsOffered;
  /** Unix milliseconds. */
  readonly now: number;
}

/** A part of the initial state that needs only the realm's state. */
export type StatePart = (context: StateContext) => Record<string, unknown>;
/** A part of the initial state that needs messages or user data from storage. */
export type MessagePart = (context: StateContext) => (messages: MessageState) => Record<string, unknown>;
