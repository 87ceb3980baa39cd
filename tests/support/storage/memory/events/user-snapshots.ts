import type { UserSnapshot, UserSnapshots } from "../../../../../src/application/ports/events/user-snapshots";
import type { UserId } from "../../../../../src/domain/ids";
import type { Message } from "../../../../../src/domain/messages/message";
import { memoryMessageReader } from "../messages/message-reader";
import { unreadOf } from "../messages/unread-reader";
import type { MemoryStorage } from "../storage";
import { pairKey, type RealmTables, type TableSource } from "../tables";
import { memoryUserDataReader } from "../users/user-data-reader";

const none: readonly never[] = [];

const idsOf = ({ messages }: RealmTables, conversationId: number): readonly number[] =>
  [...messages.values()].flatMap((message: Message) =>
    message.conversation.id === conversationId ? [message.id] : [],
  );

const directsOf = (tables: RealmTables, userId: UserId, most: number): UserSnapshot["directs"] =>
  [...tables.directConversations.values()]
    .filter(({ participants }) => participants.includes(userId))
    .map((conversation) => ({
      conversation,
      newestMessageId: Math.max(...idsOf(tables, conversation.id)),
    }))
    .filter(({ newestMessageId }) => newestMessageId > 0)
    .sort((a, b) => b.newestMessageId - a.newestMessageId)
    .slice(0, most);

export const memoryUserSnapshots = (storage: MemoryStorage): UserSnapshots => ({
  read: async (realmId, userId, { parts, mostUnread, mostDirects }) => {
    const tables = await storage.tables(realmId);
    if (tables === undefined) throw new Error(`There is no realm ${realmId}`);
    const source: TableSource = { tables: async (id) => (id === realmId ? tables : storage.tables(id)) };
    const messages = memoryMessageReader(source);
    const lists = memoryUserDataReader(source);
    return {
      position: tables.state.position,
      newestMessageId: parts.messages ? await messages.newestId(realmId, userId) : undefined,
      unread: parts.unread ? unreadOf(tables, userId, mostUnread) : { topics: none, isCut: false },
      starred: parts.starred
        ? [...tables.messages.keys()]
            .filter((id) => tables.marks.get(pairKey(userId, id))?.includes("starred"))
            .sort((a, b) => a - b)
        : none,
      directs: parts.directs ? directsOf(tables, userId, mostDirects) : none,
      drafts: parts.drafts ? await lists.drafts(realmId, userId) : none,
      snippets: parts.snippets ? await lists.snippets(realmId, userId) : none,
      scheduled: parts.scheduled ? await lists.scheduled(realmId, userId) : none,
      reminders: parts.reminders ? await lists.reminders(realmId, userId) : none,
      navigationViews: parts.navigationViews ? await lists.navigationViews(realmId, userId) : none,
      seenSteps: parts.seenSteps ? await lists.seenSteps(realmId, userId) : none,
      callProviders: parts.callProviders ? await lists.callProviders(realmId, userId) : none,
      userTopics: parts.topics ? await lists.topics(realmId, userId) : none,
    };
  },
});
