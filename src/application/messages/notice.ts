import type { Message } from "../../domain/message";
import { sortedUnique } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { MessageRenderer } from "../ports/message-renderer";
import type { Transaction } from "../transaction";

/** A message of the server's own, rendered before it is known whether it is sent. */
export interface Notice {
  readonly content: string;
  readonly html: string;
}

export const prepareNotice = async (renderer: MessageRenderer, content: string): Promise<Notice> => ({
  content,
  html: (await renderer.render(content)).html,
});

/** How a message names a user without alerting them. */
export const silentMention = ({ fullName, id }: Pick<User, "fullName" | "id">): string =>
  `@_**${fullName}|${id}**`;

export const notificationBotIn = (state: RealmState): User | undefined =>
  [...state.users.values()].find(({ isSystemBot }) => isSystemBot);

/** Writes to a person directly, in the notification bot's name. */
export const sendNotice = async (
  tx: Transaction,
  realmId: number,
  recipientId: number,
  { content, html }: Notice,
): Promise<void> => {
  const bot = notificationBotIn(tx.state);
  if (bot === undefined) return;
  const participants = sortedUnique([bot.id, recipientId]);
  const known = await tx.directConversations.between(realmId, participants);
  const message: Message = {
    id: tx.newMessageId(),
    conversation: known ?? { kind: "direct", id: tx.newId("conversation"), participants },
    topic: "",
    senderId: bot.id,
    content,
    renderedContent: html,
    sentAt: Math.floor(tx.now / 1000),
    client: "Internal",
    readBySender: true,
  };
  tx.append({ type: "message_sent", message, beginsConversation: known === undefined, marks: {} });
};
