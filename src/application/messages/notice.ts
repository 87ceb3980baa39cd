import type { Channel } from "../../domain/channel";
import * as ranges from "../../domain/id-ranges";
import type { Conversation, Message } from "../../domain/message";
import { sortedUnique } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { MessageRenderer } from "../ports/message-renderer";
import type { Transaction } from "../transaction";
import { type Newcomers, renderText } from "./render-context";

/** A message of the server's own, rendered before it is known whether it is sent. */
export interface Notice {
  readonly content: string;
  readonly html: string;
  readonly rendererVersion: number;
}

/** Renders a notice of the notification bot's. */
export const prepareNotice = async (
  renderer: MessageRenderer,
  state: RealmState,
  content: string,
  newcomers: Newcomers = {},
): Promise<Notice> => ({
  content,
  html: await renderText(renderer, state, content, newcomers),
  rendererVersion: renderer.version,
});

/** How a message names a user without alerting them. */
export const silentMention = ({ fullName, id }: Pick<User, "fullName" | "id">): string =>
  `@_**${fullName}|${id}**`;

const notificationBotIn = (state: RealmState): User | undefined =>
  [...state.users.values()].find(({ isSystemBot }) => isSystemBot);

/** Writes to a person directly, in the notification bot's name. */
export const sendNotice = async (tx: Transaction, recipientId: number, notice: Notice): Promise<void> => {
  const bot = notificationBotIn(tx.state);
  if (bot === undefined) return;
  const participants = sortedUnique([bot.id, recipientId]);
  const known = await tx.conversationBetween(participants);
  const conversation = known ?? { kind: "direct", id: tx.newId("conversation"), participants };
  append(tx, bot, { conversation, topic: "" }, notice, known === undefined);
};

/** Writes to a channel in the notification bot's name. Whoever caused it, if they receive it, has read it. */
export const postNotice = (
  tx: Transaction,
  { id: channelId, conversationId }: Pick<Channel, "id" | "conversationId">,
  topic: string,
  notice: Notice,
  causedBy: { readonly userId: number; readonly receivesIt: boolean },
): void => {
  const bot = notificationBotIn(tx.state);
  if (bot === undefined) return;
  const id = append(
    tx,
    bot,
    { conversation: { kind: "channel", id: conversationId, channelId }, topic },
    notice,
    false,
  );
  if (causedBy.receivesIt)
    tx.append({
      ...{ type: "message_flags_changed", userId: causedBy.userId, op: "add", flag: "read" },
      ...{ messageIds: [id], ranges: [{ conversationId, ids: ranges.ofIds([id]) }], messages: [] },
    });
};

const append = (
  tx: Transaction,
  bot: User,
  place: { readonly conversation: Conversation; readonly topic: string },
  { content, html, rendererVersion }: Notice,
  beginsConversation: boolean,
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
  tx.append({ type: "message_sent", message, beginsConversation, marks: {} });
  return message.id;
};
