import type { CallToBot } from "../../../application/ports/bot-caller";
import type { CallFormat } from "./call-format";

/** A message as the API lists it, for a bot's server. */
type EncodeMessage = (call: CallToBot) => object;

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The interface of Zulip's own: JSON, with the message as the API lists it. API §4.21. */
export const nativeFormat = (encodeMessage: EncodeMessage): CallFormat => ({
  refusal: () => undefined,
  write: (call) => ({
    contentType: "application/json",
    body: JSON.stringify({
      data: call.message.content,
      message: encodeMessage(call),
      bot_email: call.bot.email,
      bot_full_name: call.bot.fullName,
      token: call.token,
      trigger: call.trigger,
    }),
  }),
  replyIn: (answer) => {
    if (answer.response_not_required) return undefined;
    // The older name goes first, as servers that give both expect.
    const said = answer.response_string ?? answer.content;
    if (said === undefined || said === null) return undefined;
    const { widget_content: widget } = answer;
    return { content: asText(said), ...(typeof widget === "string" && { widget }) };
  },
});
