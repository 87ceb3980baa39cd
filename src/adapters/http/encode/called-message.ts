import type { CallToBot } from "../../../application/ports/bot-caller";
import type { RealmFacts } from "../request-context";
import { encodeMessage } from "./message";

/** A message as the server of an outgoing webhook bot gets it: as it was written, and as HTML. API §4.21. */
export const encodeCalledMessage = (
  { state, bot, message, topicLinks }: CallToBot,
  realm: RealmFacts,
): object => ({
  ...encodeMessage(message, state, {
    reader: { user: bot, realm, clientGravatar: false },
    applyMarkdown: false,
    allowEmptyTopic: true,
    topicLinks,
  }),
  rendered_content: message.renderedContent,
});
