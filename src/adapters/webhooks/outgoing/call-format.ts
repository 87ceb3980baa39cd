import type { Either } from "fp-ts/Either";
import type { BotReply, CallToBot } from "../../../application/ports/bots/bot-caller";

/** An encoded request to a bot's server. */
interface EncodedCall {
  readonly contentType: string;
  readonly body: string;
}

/** A format for calling a bot's server and reading its reply. API §4.21. */
export interface CallFormat {
  /** Fails with the reason if the format can't express the call. */
  write(call: CallToBot): Either<string, EncodedCall>;
  /** The bot's reply in the server's JSON answer, if any. */
  replyIn(answer: Readonly<Record<string, unknown>>): BotReply | undefined;
}
