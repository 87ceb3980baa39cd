import type { Channel } from "../../domain/channel";
import type { CompactIds } from "../../domain/compact-ids";
import * as ranges from "../../domain/id-ranges";
import type { Conversation, Message } from "../../domain/message";
import { sortedUnique } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { wakeChannel } from "../channels/channel-activity";
import type { Newcomers, RenderedText, Transaction } from "../transaction";

/** A message of the server's own, whoever gets it. */
export interface Notice extends RenderedText {
  readonly content: string;
}

/** A notice of the notification bot's. */
export const prepareNotice = (tx: Transaction, content: string, newcomers?: Newcomers): Notice => ({
  content,
  ...tx.rendered(content, newcomers),
});

/** How a message names a user without alerting them. */
export const silentMention = ({ fullName, id }: Pick<User, "fullName" | "id">): string =>
  `@_**${fullName}|${id}**`;

const notificationBotIn = ({ users }: RealmState): User | undefined => {
  // It came with the realm, so it is among the first.
  for (const user of users.values()) if (user.isSystemBot) return user;
  return undefined;
};

/** Writes to a person directly, in the notification bot's name. */
export const sendNotice = async (tx: Transaction, recipientId: number, notice: Notice): Promise<void> => {
  const bot = notificationBotIn(tx.state);
  if (bot === undefined) return;
  const participants = sortedUnique([bot.id, recipientId]);
  const known = await tx.conversationBetween(participants);
  const conversation = known ?? { kind: "direct", id: tx.newId("conversation"), participants };
  append(tx, bot, { conversation, topic: "" }, notice, known === undefined);
};

/** Writes to a channel in the notification bot's name. Whoever caused it, if they receive it, has read it, and so have some others. */
export const postNotice = (
  tx: Transaction,
  { id: channelId, conversationId }: Pick<Channel, "id" | "conversationId">,
  topic: string,
  notice: Notice,
  causedBy: { readonly userId: number; readonly receivesIt: boolean },
  readBy?: CompactIds,
): void => {
  const bot = notificationBotIn(tx.state);
  if (bot === undefined) return;
  const id = append(
    tx,
    bot,
    { conversation: { kind: "channel", id: conversationId, channelId }, topic },
    notice,
    false,
    readBy,
  );
  if (causedBy.receivesIt)
    tx.append({
      type: "message_flags_changed",
      userId: causedBy.userId,
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
  readBy?: CompactIds,
): number => {
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
  tx.append({ type: "message_sent", message, beginsConversation, marks: {}, ...(readBy && { readBy }) });
  if (place.conversation.kind === "channel") wakeChannel(tx, place.conversation.channelId);
  return message.id;
};
