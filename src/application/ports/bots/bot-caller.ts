import type { BotTrigger } from "../../../domain/bots/bot";
import type { Message } from "../../../domain/messages/message";
import type { CallableBot } from "../../../domain/policy/bot-call";
import type { RealmState } from "../../../domain/state/realm-state";
import type { TopicLinkFinder } from "../topics/topic-link-finder";

/** A request to a bot's server. */
export interface CallToBot {
  readonly state: RealmState;
  readonly bot: CallableBot;
  /** The token by which the bot's server recognizes calls of this one. */
  readonly token: string;
  readonly trigger: BotTrigger;
  readonly message: Message;
  /** Resolves the links of topics. */
  readonly topicLinks: TopicLinkFinder;
}

/** A bot's answer to a message. */
export interface BotReply {
  /** Markdown. */
  readonly content: string;
  /** A widget for its message, as JSON. */
  readonly widget?: string;
}

/** The result of a call. */
export type CallOutcome =
  /** With the bot's reply, if any. */
  | { readonly kind: "answered"; readonly reply: BotReply | undefined }
  | {
      readonly kind: "failed";
      /** Whether a retry may succeed. */
      readonly mayRecover: boolean;
      /** The text for the conversation. */
      readonly conversationText: string;
      /** The text for the bot's owner. */
      readonly reason: string;
      /** The server's answer, if any. */
      readonly answer?: string;
    };

/** Calls the servers of outgoing webhook bots. API §4.21. */
export interface BotCaller {
  call(call: CallToBot): Promise<CallOutcome>;
}
