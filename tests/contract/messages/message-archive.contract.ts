import { aMessageSent, channelConversation, directConversation } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";
import { starredOf } from "../../support/storage/user-snapshots";

export const messageArchiveContract = (open: OpenPersistence): void => {
  /** Messages 1 to 3 are in channel 1, 4 and 5 are direct; 2, 3 and 4 are deleted, one after the other. */
  const prepared = async () => {
    const persistence = open();
    const direct = { conversation: directConversation(9, 1, 2), topic: "" };
    const { id } = await createRealm(persistence.eventStore, [
      ...[1, 2, 3].map((messageId) => aMessageSent({ id: messageId }, { flagsByUser: { 7: ["starred"] } })),
      aMessageSent({ ...direct, id: 4 }, { beginsConversation: true }),
      aMessageSent({ ...direct, id: 5 }),
    ]);
    const inChannel = {
      type: "messages_deleted",
      conversation: channelConversation(1),
      topic: "lunch",
    } as const;
    await commitAll(persistence.eventStore, id, [
      { ...inChannel, messageIds: [2], deletedAt: 1000 },
      { ...inChannel, messageIds: [3], deletedAt: 2000 },
      { ...inChannel, conversation: directConversation(9, 1, 2), messageIds: [4], deletedAt: 3000 },
    ]);
    return { ...persistence, id };
  };

  test("finds deleted messages by their deletion time and their place", async () => {
    const { archive, id } = await prepared();
    expect(await archive.deletedSince(id, 0, undefined, 9)).toEqual([2, 3, 4]);
    expect(await archive.deletedSince(id, 2000, undefined, 9)).toEqual([3, 4]);
    expect(await archive.deletedSince(id, 0, 1001, 9)).toEqual([2, 3]);
    expect(await archive.deletedSince(id, 0, undefined, 1)).toEqual([2]);
    expect(await archive.deletedSince(id + 1000, 0, undefined, 9)).toEqual([]);
  });

  test("restored messages are as they were, with their flags", async () => {
    const { archive, messages, userSnapshots, eventStore, id } = await prepared();
    const before = await messages.byIds(id, [1, 2, 3, 4, 5]);
    expect(before.map((message) => message.id)).toEqual([1, 5]);
    expect(await starredOf({ userSnapshots }, id, 7)).toEqual([1]);
    await commitAll(eventStore, id, [{ type: "messages_restored", messageIds: [2, 3, 4, 99] }]);
    const [first, ...others] = await messages.byIds(id, [1, 2, 3, 4, 5]);
    expect(others.slice(0, 2)).toEqual([
      { ...first, id: 2 },
      { ...first, id: 3 },
    ]);
    expect(others[2]?.conversation).toEqual(directConversation(9, 1, 2));
    expect(await starredOf({ userSnapshots }, id, 7)).toEqual([1, 2, 3]);
    expect(await archive.deletedSince(id, 0, undefined, 9)).toEqual([]);
  });

  test("a message's attachments go and come back with it, and stay when it is moved", async () => {
    const { messages, eventStore, id } = await prepared();
    const attach = (submessageId: number) =>
      ({
        type: "submessage_added",
        messageId: 1,
        conversation: channelConversation(1),
        submessage: { id: submessageId, senderId: 2, kind: "widget", content: '{"a":"\\u0000 ?"}' },
      }) as const;
    const place = { conversation: channelConversation(1), topic: "lunch" } as const;
    const to = { conversation: channelConversation(2), topic: "dinner" } as const;
    await commitAll(eventStore, id, [attach(8), attach(9)]);
    await commitAll(eventStore, id, [
      {
        type: "messages_moved",
        messageIds: [1],
        from: place,
        to,
        chosenId: 1,
        mode: "change_one",
        lostBy: [],
        leftBehind: [],
        edit: { editedAt: 5, userId: 1 },
      },
    ]);
    const before = await messages.byIds(id, [1]);
    expect(before[0]?.submessages).toEqual([attach(8).submessage, attach(9).submessage]);
    await commitAll(eventStore, id, [{ type: "messages_deleted", ...to, messageIds: [1], deletedAt: 5000 }]);
    expect(await messages.byIds(id, [1])).toEqual([]);
    await commitAll(eventStore, id, [{ type: "messages_restored", messageIds: [1] }]);
    expect(await messages.byIds(id, [1])).toEqual(before);
  });

  test("permanently removes the oldest of all realms, a limited number at a time", async () => {
    await open().archive.removeBefore(9000, 1000);
    const other = await prepared();
    const { archive, messages, eventStore, id } = await prepared();
    expect(await archive.removeBefore(3000, 3)).toBe(3);
    expect(await archive.removeBefore(3000, 9)).toBe(1);
    expect(await archive.removeBefore(3000, 9)).toBe(0);
    expect(await archive.deletedSince(other.id, 0, undefined, 9)).toEqual([4]);
    await commitAll(eventStore, id, [{ type: "messages_restored", messageIds: [2, 3, 4] }]);
    expect((await messages.byIds(id, [2, 3, 4])).map((message) => message.id)).toEqual([4]);
  });
};
