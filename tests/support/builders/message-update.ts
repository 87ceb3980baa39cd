import type { updateMessage } from "../../../src/application/messages/update-message";

type MessageUpdate = Parameters<ReturnType<typeof updateMessage>>[1];

/** A change of one message that leaves alone what isn't given, and posts no notices. */
export const messageUpdate = (messageId: number, more: Partial<MessageUpdate>): MessageUpdate => ({
  messageId,
  content: undefined,
  isExpected: undefined,
  topic: undefined,
  channelId: undefined,
  mode: "change_one",
  notifyOldTopic: false,
  notifyNewTopic: false,
  ...more,
});
