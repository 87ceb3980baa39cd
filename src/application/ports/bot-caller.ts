import type { BotTrigger } from "../../domain/bot";
import type { CallableBot } from "../../domain/bot-call";
import type { Message } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { TopicLinks } from "../messages/topic-links";

/** What a bot's server is told. */
export interface CallToBot {
  readonly state: RealmState;
  readonly bot: CallableBot;
  /** By which the server knows that it is called by us. */
  readonly token: string;
  readonly trigger: BotTrigger;
  readonly message: Message;
  /** Where topics lead. */
  readonly topicLinks: Pick<TopicLinks, "of">;
}

/** What a bot has to say to a message. */
export interface BotReply {
  /** Markdown. */
  readonly content: string;
  /** A widget that its message is to be, in JSON. */
  readonly widget?: string;
}

/** What came of a call. */
export type CallOutcome =
  /** With what the bot says, if anything. */
  | { readonly kind: "answered"; readonly reply: BotReply | undefined }
  | {
      readonly kind: "failed";
      /** Whether another try may do better. */
      readonly mayRecover: boolean;
      /** What those in the conversation read. */
      readonly said: string;
      /** What the bot's owner reads. */
      readonly reason: string;
      /** What the server answered, if it did. */
      readonly answer?: string;
    };

/** Calls the servers of outgoing webhook bots. API §4.21. */
export interface BotCaller {
  call(call: CallToBot): Promise<CallOutcome>;
}
