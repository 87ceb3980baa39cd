import type { Channel } from "../../domain/channels/channel";
import { type CompactIds, compactIds, idsIn } from "../../domain/collections/compact-ids";
import * as ranges from "../../domain/collections/id-ranges";
import type { MessageId, UserId } from "../../domain/ids";
import { type Conversation, type Message, sortedUnique } from "../../domain/messages/message";
import { recipientsWhoMuted } from "../../domain/policy/read-on-arrival";
import type { User } from "../../domain/users/user";
import { markChannelActive } from "../channel-activity/channel-activity";
import type { AlsoMentionable, RenderedText, TextWriter, Transaction } from "../transaction";

/** The content of an automatic message. */
export interface Notice extends RenderedText {
  readonly content: string;
}

/** Renders a notice from the notification bot, with the words of the user who caused it. */
export const prepareNotice = (
  tx: Transaction,
  content: string,
  writer: TextWriter,
  alsoMentionable?: AlsoMentionable,
): Notice => ({
  content,
  ...tx.rendered(content, writer, alsoMentionable),
});

/** A mention that does not notify the user. */
export const silentMention = ({ fullName, id }: Pick<User, "fullName" | "id">): string =>
  `@_**${fullName}|${id}**`;

/** Sends a notice to a user as a direct message from the notification bot. */
export const sendNotice = async (tx: Transaction, recipientId: UserId, notice: Notice): Promise<void> => {
  const bot = tx.state.notificationBot;
  if (bot === undefined) return;
  const participants = sortedUnique([bot.id, recipientId]);
  const known = await tx.conversationBetween(participants);
  const conversation = known ?? { kind: "direct", id: tx.newId("conversation"), participants };
  append(tx, bot, { conversation, topic: "" }, notice, known === undefined);
};

/**
 * Posts a notice to a channel from the notification bot. It is read on arrival for `readBy`, and for `readerId`: the user
 * who caused it, if they receive it.
 */
export const postNotice = (
  tx: Transaction,
  { id: channelId, conversationId }: Pick<Channel, "id" | "conversationId">,
  topic: string,
  notice: Notice,
  { readerId, readBy }: { readonly readerId?: UserId; readonly readBy?: CompactIds | undefined } = {},
): void => {
  const bot = tx.state.notificationBot;
  if (bot === undefined) return;
  const id = append(
    tx,
    bot,
    { conversation: { kind: "channel", id: conversationId, channelId }, topic },
    notice,
    false,
    readBy,
  );
  if (readerId !== undefined)
    tx.append({
      type: "message_flags_changed",
      userId: readerId,
      op: "add",
      flag: "read",
      messageIds: [id],
      ranges: [{ conversationId, ids: ranges.ofIds([id]) }],
      messages: [],
    });
};

const append = (
  tx: Transaction,
  bot: User,
  place: { readonly conversation: Conversation; readonly topic: string },
  { content, html, rendererVersion }: Notice,
  beginsConversation: boolean,
  readBy: CompactIds = [],
): MessageId => {
  const message: Message = {
    ...place,
    id: tx.newMessageId(),
    senderId: bot.id,
    content,
    renderedContent: html,
    rendererVersion,
    sentAt: Math.floor(tx.now / 1000),
    client: "Internal",
    readBySender: true,
    reactions: [],
    edits: [],
    submessages: [],
  };
  const muters = recipientsWhoMuted(tx.state, message);
  const readers = muters.length > 0 ? compactIds([...new Set([...idsIn(readBy), ...muters])]) : readBy;
  tx.append({
    type: "message_sent",
    message,
    beginsConversation,
    flagsByUser: {},
    ...(readers.length > 0 && { readBy: readers }),
  });
  if (place.conversation.kind === "channel") markChannelActive(tx, place.conversation.channelId);
  return message.id;
};
