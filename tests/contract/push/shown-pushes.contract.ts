import * as ranges from "../../../src/domain/collections/id-ranges";
import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const shownPushesContract = (open: OpenPersistence): void => {
  test("finds shown notifications by user and conversation until they are removed", async () => {
    const { eventStore, shownPushes } = open();
    const [{ id }, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    for (const [userId, messageId, conversationId] of [
      [1, 5, 10],
      [1, 3, 10],
      [1, 4, 11],
      [2, 3, 10],
    ] as const)
      await shownPushes.show(id, userId, { id: messageId, conversationId });
    await shownPushes.show(other.id, 1, { id: 6, conversationId: 10 });
    const among = (userId: number, ids: ranges.IdRanges) =>
      shownPushes.among(id, userId, { conversationId: 10, ids });
    expect(await among(1, ranges.from(0))).toEqual([3, 5]);
    expect(await among(1, [[4, 6]])).toEqual([5]);
    expect(await among(2, [[0, 9]])).toEqual([3]);
    expect(await among(1, ranges.noIds)).toEqual([]);
    await shownPushes.forget(id, 1, [3, 99]);
    expect(await among(1, ranges.from(0))).toEqual([5]);
    expect(await among(2, ranges.from(0))).toEqual([3]);
  });

  test("finds clients that still show deleted messages", async () => {
    const { eventStore, shownPushes } = open();
    const { id } = await createRealm(eventStore);
    for (const [userId, messageId] of [
      [2, 4],
      [1, 4],
      [1, 3],
      [3, 5],
    ] as const)
      await shownPushes.show(id, userId, { id: messageId, conversationId: 1 });
    expect(await shownPushes.idsByUser(id, [4, 3, 99])).toEqual(
      new Map([
        [1, [3, 4]],
        [2, [4]],
      ]),
    );
    expect(await shownPushes.idsByUser(id, [])).toEqual(new Map());
  });

  test("finds a moved message in its new place", async () => {
    const { eventStore, shownPushes } = open();
    const { id } = await createRealm(eventStore);
    await shownPushes.show(id, 1, { id: 4, conversationId: 1 });
    await shownPushes.show(id, 1, { id: 4, conversationId: 2 });
    expect(await shownPushes.among(id, 1, { conversationId: 1, ids: ranges.from(0) })).toEqual([]);
    expect(await shownPushes.among(id, 1, { conversationId: 2, ids: ranges.from(0) })).toEqual([4]);
  });
};
