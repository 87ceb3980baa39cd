import { reactionLimits } from "../../../src/domain/messages/reaction";
import { aMessageSent } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const car = { name: "car", code: "1f697", kind: "unicode" } as const;
const automobile = { ...car, name: "automobile" };
const parrot = { name: "parrot", code: "5", kind: "realm" } as const;
const other = { name: "five", code: "5", kind: "unicode" } as const;

export const responseReaderContract = (open: OpenPersistence): void => {
  const founded = async (message: Parameters<typeof aMessageSent>[0]) => {
    const { messages, eventStore } = open();
    const { id: realmId } = await createRealm(eventStore);
    await commitAll(eventStore, realmId, [aMessageSent({ id: 1, ...message })]);
    return { messages, realmId };
  };

  test("tells a user's own reactions from all, and which emoji was there first", async () => {
    const reactions = [
      { userId: 2, emoji: automobile },
      { userId: 1, emoji: parrot },
      { userId: 1, emoji: car },
      { userId: 3, emoji: other },
    ];
    const { messages, realmId } = await founded({ reactions });
    expect(await messages.ownReactions(realmId, 1, 1)).toEqual([parrot, car]);
    expect(await messages.ownReactions(realmId, 1, 9)).toEqual([]);
    expect(await messages.ownReactions(realmId, 2, 1)).toEqual([]);
    expect(await messages.ownReactions(realmId + 1, 1, 1)).toEqual([]);

    const soFar = (userId: number, emoji: Parameters<typeof messages.reactionsSoFar>[3]) =>
      messages.reactionsSoFar(realmId, 1, userId, emoji);
    expect(await soFar(1, { name: "car" })).toEqual({ count: 4, own: [parrot, car], chosen: car });
    expect(await soFar(2, { code: car.code, kind: "unicode" })).toEqual({
      count: 4,
      own: [automobile],
      chosen: automobile,
    });
    expect(await soFar(9, { code: "5", kind: "unicode" })).toEqual({ count: 4, own: [], chosen: other });
    expect(await soFar(9, { code: car.code, kind: "realm" })).toMatchObject({ chosen: undefined });
    expect(await soFar(9, { name: '"' })).toMatchObject({ chosen: undefined });
    const nothing = { count: 0, own: [], chosen: undefined };
    expect(await messages.reactionsSoFar(realmId, 2, 1, { name: "car" })).toEqual(nothing);
    expect(await messages.reactionsSoFar(realmId + 1, 1, 1, { name: "car" })).toEqual(nothing);
  });

  test("answers with one user's reactions, however many others there are", async () => {
    const reactions = Array.from({ length: reactionLimits.inAll }, (_, userId) => ({ userId, emoji: car }));
    const { messages, realmId } = await founded({ reactions });
    const count = reactionLimits.inAll;
    expect(await messages.reactionsSoFar(realmId, 1, 77, car)).toEqual({ count, own: [car], chosen: car });
    expect(await messages.ownReactions(realmId, 1, 77)).toEqual([car]);
  });

  test("counts what is attached to a message, in code points", async () => {
    const submessages = [
      { id: 1, senderId: 2, kind: "note", content: "😀" },
      { id: 2, senderId: 1, kind: "widget", content: "é23" },
      { id: 3, senderId: 2, kind: "widget", content: "4" },
    ];
    const { messages, realmId } = await founded({ senderId: 1, submessages });
    const inAll = { count: 3, length: 21 };
    expect(await messages.attachedSoFar(realmId, 1, 2)).toEqual({
      inAll,
      bySender: { count: 2, length: 12 },
      isByAuthor: true,
      widgetStart: "é23",
    });
    const bySender = { count: 0, length: 0 };
    expect(await messages.attachedSoFar(realmId, 1, 9)).toMatchObject({ inAll, bySender });
    const nothing = { inAll: bySender, bySender, isByAuthor: false, widgetStart: undefined };
    expect(await messages.attachedSoFar(realmId, 2, 1)).toEqual(nothing);
    expect(await messages.attachedSoFar(realmId + 1, 1, 1)).toEqual(nothing);
  });

  test("what others attached isn't the author's, and starts a widget only if its kind does", async () => {
    const submessages = [{ id: 1, senderId: 2, kind: "note", content: "x" }];
    const { messages, realmId } = await founded({ senderId: 1, submessages });
    expect(await messages.attachedSoFar(realmId, 1, 1)).toMatchObject({
      isByAuthor: false,
      widgetStart: undefined,
    });
  });
};
