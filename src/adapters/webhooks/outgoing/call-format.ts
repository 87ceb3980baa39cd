import type { BotReply, CallToBot } from "../../../application/ports/bot-caller";

/** How the body of a request to a bot's server is written. */
interface WrittenCall {
  readonly contentType: string;
  readonly body: string;
}

/** A way to tell a bot's server of a message, and to read what the bot says to it. API §4.21. */
export interface CallFormat {
  /** Why the call can't be told in this way; undefined where it can. */
  refusal(call: CallToBot): string | undefined;
  write(call: CallToBot): WrittenCall;
  /** What the bot says, by the object that its server answered with. */
  replyIn(answer: Readonly<Record<string, unknown>>): BotReply | undefined;
}
