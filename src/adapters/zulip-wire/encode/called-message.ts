import type { CallToBot } from "../../../application/ports/bots/bot-caller";
import type { RealmInfo } from "../server-info";
import { encodeMessage } from "./message";

/** A message for the server of an outgoing webhook bot: its source, and its HTML. API §4.21. */
export const encodeCalledMessage = (
  { state, bot, message, topicLinks }: CallToBot,
  realm: RealmInfo,
): object => ({
  ...encodeMessage(message, state, {
    reader: { user: bot, realm, clientGravatar: false },
    applyMarkdown: false,
    allowEmptyTopic: true,
    topicLinks,
  }),
  rendered_content: message.renderedContent,
});
