import { narrowUrl } from "../../../domain/narrow/narrow-url";
import { sameButCase } from "../../../domain/text/fold-case";
import { attributesOf, escapeText } from "../rendering/html";
import { type InlineRule, renderingOf } from "../rendering/rendering";
import { mayBegin } from "./mention";

const messageLink = /#\*\*([^*>]+)>([^*]*)@(\d+)\*\*/y;
const topicLink = /#\*\*([^*>]+)>([^*]*)\*\*/y;
const channelLink = /#\*\*([^*]+)\*\*/y;

/** The displayed name of a topic. Clients replace the name of the empty topic by a translation. */
const topicText = (topic: string): string => (topic === "" ? "<em>general chat</em>" : escapeText(topic));

/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@12**`, for channels the author may know of. */
export const channelLinkRule: InlineRule = (state) => {
  if (state.src[state.pos] !== "#" || !mayBegin(state, "'\"({/<")) return false;
  const { context, isInLink } = renderingOf(state);
  if (isInLink) return false;
  for (const form of [messageLink, topicLink, channelLink]) {
    form.lastIndex = state.pos;
    const found = form.exec(state.src);
    if (found === null) continue;
    const [whole, name = "", topic = "", messageId] = found;
    const channel = context.channels.find((one) => one.name === name);
    if (channel === undefined) continue;
    const put = (attributes: readonly (readonly [string, string])[], text: string): void => {
      const token = state.push("anchor", "", 0);
      token.content = `<a${attributesOf(attributes)}>${text}</a>`;
    };
    const id = ["data-stream-id", `${channel.id}`] as const;
    const shown = `#${escapeText(name)}`;
    if (form === channelLink) put([["class", "stream"], id, ["href", narrowUrl(channel)]], shown);
    else if (form === topicLink) {
      const newest = context.topics.find(
        (one) => one.channelId === channel.id && sameButCase(one.topic, topic),
      );
      const at = newest && { operator: "with" as const, messageId: newest.messageId };
      const href = narrowUrl(channel, topic, at);
      put([["class", "stream-topic"], id, ["href", href]], `${shown} &gt; ${topicText(topic)}`);
    } else {
      const href = narrowUrl(channel, topic, { operator: "near", messageId: Number(messageId) });
      put(
        [
          ["class", "message-link"],
          ["href", href],
        ],
        `${shown} &gt; ${topicText(topic)} @ 💬`,
      );
    }
    state.pos += whole.length;
    return true;
  }
  return false;
};
