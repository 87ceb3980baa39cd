import type { ResponseReader } from "../../../../../src/application/ports/messages/response-reader";
import type { MessageId, RealmId } from "../../../../../src/domain/ids";
import type { Message } from "../../../../../src/domain/messages/message";
import { isSameEmoji } from "../../../../../src/domain/messages/reaction";
import { amountOf } from "../../../../../src/domain/messages/submessage";
import { widgetKind } from "../../../../../src/domain/messages/widget";
import type { TableSource } from "../tables";

export const memoryResponseReader = (source: TableSource): ResponseReader => {
  const messageOf = async (realmId: RealmId, id: MessageId): Promise<Partial<Message>> =>
    (await source.tables(realmId))?.messages.get(id) ?? {};
  const ownReactions: ResponseReader["ownReactions"] = async (realmId, messageId, userId) => {
    const { reactions = [] } = await messageOf(realmId, messageId);
    return reactions.filter((one) => one.userId === userId).map(({ emoji }) => emoji);
  };
  return {
    ownReactions,

    reactionsSoFar: async (realmId, messageId, userId, emoji) => {
      const { reactions = [] } = await messageOf(realmId, messageId);
      const chosen = reactions.find((one) =>
        "name" in emoji ? one.emoji.name === emoji.name : isSameEmoji(one.emoji, emoji),
      );
      const own = await ownReactions(realmId, messageId, userId);
      return { count: reactions.length, own, chosen: chosen?.emoji };
    },

    attachedSoFar: async (realmId, messageId, userId) => {
      const { submessages = [], senderId } = await messageOf(realmId, messageId);
      return {
        inAll: amountOf(submessages),
        bySender: amountOf(submessages.filter((one) => one.senderId === userId)),
        isByAuthor: submessages.some((one) => one.senderId === senderId),
        widgetStart: submessages.find(({ kind }) => kind === widgetKind)?.content,
      };
    },
  };
};
