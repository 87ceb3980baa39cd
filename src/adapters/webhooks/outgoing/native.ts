import * as E from "fp-ts/Either";
import type { CallToBot } from "../../../application/ports/bots/bot-caller";
import { encodeCalledMessage } from "../../zulip-wire/encode/called-message";
import type { RealmInfo } from "../../zulip-wire/server-info";
import type { CallFormat } from "./call-format";

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Zulip's own format: JSON with the message as the API returns it. API §4.21. */
export const nativeFormat = (infoOf: (call: CallToBot) => RealmInfo): CallFormat => ({
  write: (call) =>
    E.right({
      contentType: "application/json",
      body: JSON.stringify({
        data: call.message.content,
        message: encodeCalledMessage(call, infoOf(call)),
        bot_email: call.bot.email,
        bot_full_name: call.bot.fullName,
        token: call.token,
        trigger: call.trigger,
      }),
    }),
  replyIn: (answer) => {
    if (answer.response_not_required) return undefined;
    // Servers that send both fields expect the older one to win.
    const content = answer.response_string ?? answer.content;
    if (content === undefined || content === null) return undefined;
    const { widget_content: widget } = answer;
    return { content: asText(content), ...(typeof widget === "string" && { widget }) };
  },
});
