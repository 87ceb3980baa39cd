import type { Mail } from "../../src/domain/letter";
import { aMessageSent, aUser, directConversation } from "../support/builders";
import { commitAll, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

const mail: Mail = {
  to: "a@example.com",
  letter: { kind: "reset_password", realmName: "Example", link: "?" },
};

export const missedMailStoreContract = (open: OpenPersistence): void => {
  const users = [1, 2, 3].map((id) => ({ type: "user_created", user: aUser({ id }) }) as const);

  test("messages that concern people by name are found between two ids, and no others", async () => {
    const { eventStore, missedMails } = open();
    const { id } = await foundRealm(eventStore, users);
    const conversation = directConversation(2001, 1, 2);
    await commitAll(eventStore, id, [
      aMessageSent({ id: 1 }, { marks: { "2": ["mentioned"] } }),
      aMessageSent({ id: 2 }),
      aMessageSent({ id: 3, conversation, senderId: 2 }, { beginsConversation: true }),
      aMessageSent(
        { id: 4 },
        { marks: { "1": ["starred"], "3": ["mentioned", "has_alert_word"], "2": ["mentioned"] } },
      ),
      aMessageSent({ id: 5, conversation }, { marks: { "2": ["mentioned"] } }),
    ]);
    const sentAt = 1_767_355_200;
    const found = await missedMails.addressed(id, 1, 5);
    expect(found).toEqual([
      { messageId: 3, senderId: 2, sentAt, userIds: [1, 2] },
      { messageId: 4, senderId: 1, sentAt, userIds: [2, 3] },
      { messageId: 5, senderId: 1, sentAt, userIds: [1, 2] },
    ]);
    expect((await missedMails.addressed(id, 0, 3)).map(({ messageId }) => messageId)).toEqual([1, 3]);
  });

  test("the first that somebody may have missed counts, and its time, until it is settled", async () => {
    const { eventStore, missedMails, mailQueue } = open();
    const { id } = await foundRealm(eventStore, users);
    expect(await missedMails.searchedTo(id)).toBeUndefined();
    await missedMails.note(id, 7, [
      { userId: 1, messageId: 5, dueAt: 300 },
      { userId: 2, messageId: 6, dueAt: 100 },
      { userId: 1, messageId: 7, dueAt: 100 },
    ]);
    await missedMails.note(id, 9, [{ userId: 2, messageId: 9, dueAt: 50 }]);
    expect(await missedMails.searchedTo(id)).toBe(9);
    const [first, second] = [
      { userId: 2, messageId: 6, dueAt: 100 },
      { userId: 1, messageId: 5, dueAt: 300 },
    ];
    expect(await missedMails.due(id, 299)).toEqual([first]);
    expect(await missedMails.due(id, 300)).toEqual([first, second]);
    await missedMails.settle(id, 2, mail, 300);
    await missedMails.settle(id, 1, undefined, 300);
    expect(await missedMails.due(id, 999)).toEqual([]);
    expect((await mailQueue.due(id, 300, 9)).map((queued) => queued.mail)).toEqual([mail]);
  });

  test("the newest message is told by its id, though it may be gone", async () => {
    const { eventStore, missedMails } = open();
    const { id } = await foundRealm(eventStore, users);
    await commitAll(eventStore, id, [aMessageSent({ id: 12 })]);
    expect(await missedMails.newestMessageId(id)).toBe(12);
  });
};
