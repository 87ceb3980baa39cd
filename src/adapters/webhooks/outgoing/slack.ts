import * as E from "fp-ts/Either";
import type { CallToBot } from "../../../application/ports/bots/bot-caller";
import type { RealmInfo } from "../../zulip-wire/server-info";
import type { CallFormat } from "./call-format";

/** Slack's outgoing webhook format, for bots written for Slack. Supports channels only. */
export const slackFormat = (infoOf: (call: CallToBot) => RealmInfo): CallFormat => ({
  write: (call) => {
    const { state, message, token, trigger, bot } = call;
    const { conversation } = message;
    if (conversation.kind === "direct")
      return E.left("Slack outgoing webhooks don't support direct messages.");
    const { channelId } = conversation;
    const fields = {
      token,
      team_id: `T${state.realm.id}`,
      team_domain: infoOf(call).host,
      channel_id: `C${channelId}`,
      channel_name: state.channels.get(channelId)?.name ?? "",
      thread_ts: String(message.sentAt),
      timestamp: String(message.sentAt),
      user_id: `U${message.senderId}`,
      user_name: state.users.get(message.senderId)?.fullName ?? "",
      text: message.content,
      trigger_word: trigger,
      service_id: String(bot.id),
    };
    return E.right({
      contentType: "application/x-www-form-urlencoded",
      body: new URLSearchParams(fields).toString(),
    });
  },
  replyIn: ({ text }) => (typeof text === "string" ? { content: text } : undefined),
});
