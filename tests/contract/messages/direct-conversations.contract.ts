import { aMessageSent, directConversation } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const directConversationsContract = (open: OpenPersistence): void => {
  const pair = directConversation(500, 1, 2);
  const three = directConversation(501, 1, 2, 10);
  const alone = directConversation(502, 1);
  const founded = async () => {
    const persistence = open();
    const begin = { beginsConversation: true };
    const { id } = await createRealm(persistence.eventStore, [
      aMessageSent({ id: 1, conversation: pair, topic: "" }, begin),
      aMessageSent({ id: 2, conversation: three, topic: "" }, begin),
      aMessageSent({ id: 3, conversation: alone, topic: "" }, begin),
    ]);
    return { ...persistence, realmId: id };
  };

  test("finds a conversation by exactly its participants, in any order", async () => {
    const { directConversations, realmId } = await founded();
    expect(await directConversations.between(realmId, [2, 1, 2])).toEqual(pair);
    expect(await directConversations.between(realmId, [10, 2, 1])).toEqual(three);
    expect(await directConversations.between(realmId, [1])).toEqual(alone);
    expect(await directConversations.between(realmId, [2])).toBeUndefined();
    expect(await directConversations.between(realmId, [2, 10])).toBeUndefined();
    expect(await directConversations.between(realmId + 1, [1, 2])).toBeUndefined();
  });

  test("finds everyone a user has a conversation with, even after all its messages are deleted", async () => {
    const { eventStore, directConversations, realmId } = await founded();
    const people = async () =>
      Promise.all([1, 2, 10, 3].map((userId) => directConversations.peopleIn(realmId, userId)));
    expect(await people()).toEqual([[1, 2, 10], [1, 2, 10], [1, 2, 10], []]);
    const deleted = { type: "messages_deleted", topic: "", deletedAt: 1 } as const;
    await commitAll(eventStore, realmId, [{ ...deleted, conversation: three, messageIds: [2] }]);
    expect(await people()).toEqual([[1, 2, 10], [1, 2, 10], [1, 2, 10], []]);
  });
};
