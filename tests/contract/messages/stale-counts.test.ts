import { lackValues } from "../../../src/adapters/persistence/knex/database/later-backfills";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import type { RealmEvent } from "../../../src/domain/events/event";
import { editLimits } from "../../../src/domain/messages/message-edit";
import { messageSize } from "../../../src/domain/messages/message-size";
import { aMessageSent, channelConversation } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import { knexPersistence } from "../../support/storage/knex-persistence";
import type { Persistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let persistence: Persistence;

beforeAll(async () => {
  database = await createTestDatabase();
  persistence = knexPersistence(database.db);
});
afterAll(() => database.destroy());

const place = { conversation: channelConversation(1), topic: "lunch" };
const tada = { kind: "unicode", code: "1f389", name: "tada" } as const;
const written = { editedAt: 1, userId: 2, content: { before: "ä", renderedBefore: "<p>" } };
const moved = { editedAt: 1, userId: 2, topic: { before: "a", after: "lunch" } };

/** A realm with a message of three reactions and the edits. */
const founded = async (edits: readonly object[] = [written, moved]): Promise<number> => {
  const { id } = await createRealm(persistence.eventStore, [
    aMessageSent({
      id: 1,
      ...place,
      reactions: [1, 2, 3].map((userId) => ({ userId, emoji: tada })),
      edits: edits as readonly (typeof written)[],
    }),
  ]);
  return id;
};

/** Stores counts that a node of the version before left behind when it changed the lists. */
const makeStale = async (
  realmId: number,
  counts: { readonly reaction_count?: number; readonly edit_count?: number; readonly edits_size?: number },
  table = "messages",
): Promise<void> => {
  await database.db(table).where({ realm_id: realmId }).update(counts);
};

const lacking = { reaction_count: -35, edit_count: -35, edits_size: 0 };

/** Counts of each of a realm's messages, and the lengths of what they count. */
const countsIn = async (realmId: number, table = "messages") => {
  const { rows } = await database.db.raw(
    `SELECT coalesce(reaction_count, 0) AS reaction_count, coalesce(edit_count, 0) AS edit_count,
       jsonb_array_length(reactions) AS reactions, jsonb_array_length(edits) AS edits
     FROM ${table} WHERE realm_id = ? ORDER BY id`,
    [realmId],
  );
  return rows;
};

const commit = (realmId: number, ...events: readonly RealmEvent[]) =>
  commitAll(persistence.eventStore, realmId, events);

const react = (op: "add" | "remove", userId: number): RealmEvent => ({
  type: "reaction_changed",
  op,
  messageId: 1,
  conversation: place.conversation,
  reaction: { userId, emoji: tada },
});

const edited = {
  type: "message_edited",
  messageId: 1,
  ...place,
  content: "new",
  renderedContent: "<p>new</p>",
  rendererVersion: 1,
  flagsByUser: {},
  edit: written,
} as const;

const movedAway = (withEdit?: typeof edited): RealmEvent => ({
  type: "messages_moved",
  messageIds: [1],
  from: place,
  to: { ...place, topic: "dinner" },
  chosenId: 1,
  mode: "change_one",
  lostBy: [],
  leftBehind: [],
  edit: moved,
  ...(withEdit && { edited: withEdit }),
});

const deleted: RealmEvent = { type: "messages_deleted", ...place, messageIds: [1], deletedAt: 1000 };
const restored: RealmEvent = { type: "messages_restored", messageIds: [1] };

describe("a message whose counts were left behind has right ones again", () => {
  test.each([
    ["too small", -35],
    ["too great", 777],
  ])("after a reaction comes or goes, if they were %s", async (_, reaction_count) => {
    const realmId = await founded();
    await makeStale(realmId, { reaction_count });
    await commit(realmId, react("add", 4));
    expect(await countsIn(realmId)).toMatchObject([{ reaction_count: 4, reactions: 4 }]);
    await makeStale(realmId, { reaction_count });
    await commit(realmId, react("remove", 2));
    expect(await countsIn(realmId)).toMatchObject([{ reaction_count: 3, reactions: 3 }]);
  });

  test("after an edit, a move, or both", async () => {
    const realmId = await founded();
    const changes = [[edited], [movedAway()], [movedAway(edited)]];
    for (const [index, events] of changes.entries()) {
      await makeStale(realmId, { edit_count: -35 });
      await commit(realmId, ...events);
      expect(await countsIn(realmId)).toMatchObject([{ edit_count: 3 + index, edits: 3 + index }]);
    }
  });

  test("after an edit or a move beyond the longest history", async () => {
    const { entries } = editLimits;
    const half = entries / 2;
    const full = await founded([...Array(half).fill(moved), ...Array(half).fill(written)]);
    await makeStale(full, { edit_count: 1 });
    await commit(full, edited);
    expect(await countsIn(full)).toMatchObject([{ edit_count: entries, edits: entries }]);
    // Histories from before the limit may have nothing to drop.
    const withoutMoves = await founded(Array(entries).fill(written));
    await commit(withoutMoves, movedAway());
    expect(await countsIn(withoutMoves)).toMatchObject([{ edit_count: entries + 1, edits: entries + 1 }]);
  });

  test("after an edit, in bytes too", async () => {
    const realmId = await founded();
    await makeStale(realmId, { edits_size: 0 });
    await commit(realmId, edited);
    expect(await database.db("messages").where({ realm_id: realmId }).pluck("edits_size")).toEqual([10]);
  });

  test("when it is deleted, and when it is restored", async () => {
    const realmId = await founded();
    await makeStale(realmId, lacking);
    await commit(realmId, deleted);
    const right = [{ reaction_count: 3, edit_count: 2, reactions: 3, edits: 2 }];
    expect(await countsIn(realmId, "archived_messages")).toEqual(right);
    await makeStale(realmId, lacking, "archived_messages");
    await commit(realmId, restored);
    expect(await countsIn(realmId)).toEqual(right);
  });
});

test("how many reactions a message has is counted, so that a count left behind neither forbids nor permits one", async () => {
  const realmId = await founded();
  await makeStale(realmId, { reaction_count: 10_000 });
  expect(await persistence.messages.reactionsSoFar(realmId, 1, 4, tada)).toMatchObject({ count: 3 });
});

describe("with counts far below zero, no message is left out", () => {
  const ids = Array.from({ length: 14 }, (_, index) => index + 1);
  const wrong = 9;
  const sent = (id: number) => aMessageSent({ id, ...place, content: "long".repeat(10), rendererVersion: 0 });
  const first = sent(1);
  const size = first.type === "message_sent" ? messageSize(first.message) : 0;
  let realmId: number;

  beforeAll(async () => {
    ({ id: realmId } = await createRealm(persistence.eventStore, ids.map(sent)));
    await database
      .db("messages")
      .where({ realm_id: realmId, id: wrong })
      .update({ ...lacking, edits_size: -100_000, participant_count: -35 });
  });

  const scope = { kind: "channels", conversationIds: [place.conversation.id] } as const;
  const around = (anchor: number, enough: number, before: number, after: number) =>
    persistence.messages.around(realmId, { scope, narrow: [], anchor, before, after, enough });
  const idsOf = (messages: readonly { readonly id: number }[]) => messages.map(({ id }) => id);

  test.each([20, 200])("of a page of %s", async (limit) => {
    const forwards = await around(0, 5 * size, 0, limit);
    expect(idsOf(forwards.after)).toEqual([1, 2, 3, 4, 5]);
    expect(forwards.isCut.after).toBe(true);
    const backwards = await around(15, 5 * size, limit, 0);
    expect(idsOf(backwards.before)).toEqual([10, 11, 12, 13, 14]);
    expect(idsOf((await around(0, 8 * size + 1, 0, limit)).after).slice(0, 9)).toEqual(ids.slice(0, 9));
  });

  test("of those asked for by id", async () => {
    const { found, endsAt } = await persistence.messages.byIdsUpTo(realmId, ids, 5 * size);
    expect([idsOf(found), endsAt]).toEqual([[1, 2, 3, 4, 5], 5]);
  });

  test("of those to render again", async () => {
    expect(idsOf(await persistence.messages.renderedBefore(realmId, 1, 20, 5 * size + 1))).toEqual([
      14, 13, 12, 11, 10, 9,
    ]);
  });
});

describe("an upgrade", () => {
  const upgrade = () => migrate(database.db);
  const repairs = ["archived_messages", "messages"].map((table) => `${table}.right_counts`);

  test("repairs counts that were left behind, once", async () => {
    const realmId = await founded();
    const empty = await founded([]);
    await makeStale(realmId, lacking);
    await commit(empty, ...[1, 2, 3].map((userId) => react("remove", userId)));
    await makeStale(empty, { reaction_count: -35, edit_count: 2 });
    const archived = await founded();
    await commit(archived, deleted);
    await makeStale(archived, lacking, "archived_messages");
    await database.db("backfills").whereIn("name", repairs).delete();

    expect(await lackValues(database.db)).toBe(true);
    await upgrade();
    const right = [{ reaction_count: 3, edit_count: 2, reactions: 3, edits: 2 }];
    expect(await countsIn(realmId)).toEqual(right);
    expect(await countsIn(archived, "archived_messages")).toEqual(right);
    expect(await countsIn(empty)).toEqual([{ reaction_count: 0, edit_count: 0, reactions: 0, edits: 0 }]);

    expect(await lackValues(database.db)).toBe(false);
    await makeStale(realmId, lacking);
    await upgrade();
    expect(await countsIn(realmId)).toMatchObject([{ reaction_count: -35 }]);
  });

  test("doesn't write messages whose counts are right", async () => {
    const realmId = await founded();
    const plain = await createRealm(persistence.eventStore, [aMessageSent({ id: 1, ...place })]);
    const versions = () =>
      database.db("messages").whereIn("realm_id", [realmId, plain.id]).orderBy("realm_id").pluck("xmin");
    const before = await versions();
    await database.db("backfills").whereIn("name", repairs).delete();
    await upgrade();
    expect(await versions()).toEqual(before);
  });
});
