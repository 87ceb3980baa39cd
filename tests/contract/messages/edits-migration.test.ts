import type { Knex } from "knex";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { allSize } from "../../../src/adapters/persistence/knex/messages/message-rows";
import { projectMessages } from "../../../src/adapters/persistence/knex/messages/project-messages";
import { partSizes } from "../../../src/domain/messages/message-size";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let db: Knex;

const move = { editedAt: 1, userId: 2, topic: { before: "a", after: "b" } };
const edit = { editedAt: 1, userId: 2, content: { before: "ä\n", renderedBefore: "<p>" } };

const message = (realmId: number, id: number, edits: readonly object[]) => ({
  realm_id: realmId,
  id,
  conversation_id: 9,
  topic: "",
  sender_id: 2,
  content: "x",
  rendered_content: "x",
  renderer_version: 1,
  sent_at: 1,
  client: "",
  read_by_sender: true,
  reactions: "[]",
  edits: JSON.stringify(edits),
  has_submessages: false,
});

const ofRealm = (realmId: number, table: string, column: string) =>
  db(table).where({ realm_id: realmId }).orderBy("id").pluck(column);

/** Sizes of the earlier versions of a realm's messages, as pages count them. */
const countedSizes = async (realmId: number): Promise<readonly number[]> => {
  const { rows } = await db.raw(
    `SELECT ${allSize} - 2 - ${partSizes.edit} * jsonb_array_length(m.edits) AS size
     FROM messages m WHERE m.realm_id = :realmId ORDER BY m.id`,
    { realmId },
  );
  return rows.map(({ size }: { size: number }) => size);
};

/** Edits a message as a node of this version does. */
const editNow = (messageId: number) =>
  projectMessages(db, 1, {
    type: "message_edited",
    messageId,
    content: "y",
    renderedContent: "y",
    rendererVersion: 1,
    edit,
    flagsByUser: {},
  } as unknown as Parameters<typeof projectMessages>[2]);

beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  for (const name of ["0181-add-backfills", "0163-count-what-edits-hold"]) await db.migrate.down({ name });
  await db("messages").insert([
    message(1, 1, []),
    message(1, 2, [move]),
    message(1, 3, [edit, move, edit]),
    message(2, 1, [edit]),
  ]);
  await db("archived_messages").insert({ ...message(1, 4, [edit]), deleted_at: 5, marks: "[]" });
});
afterEach(() => database.destroy());

test("counts earlier contents of existing messages, and none for messages that an older process sends", async () => {
  await migrate(db);
  await db.raw("INSERT INTO messages SELECT m.* FROM json_populate_recordset(NULL::messages, ?) m", [
    JSON.stringify([{ ...message(1, 5, []), edits: [], reactions: [] }]),
  ]);
  expect(await ofRealm(1, "messages", "edits_size")).toEqual([null, 0, 12, null]);
  expect(await ofRealm(2, "messages", "edits_size")).toEqual([6]);
  expect(await ofRealm(1, "archived_messages", "edits_size")).toEqual([6]);
  expect(await countedSizes(1)).toEqual([0, 0, 12, 0]);
});

test("sizes are right before they are filled in, and an edit meanwhile counts those before it", async () => {
  await db.migrate.up({ name: "0163-count-what-edits-hold" });
  expect(await ofRealm(1, "messages", "edits_size")).toEqual([null, null, null]);
  expect(await countedSizes(1)).toEqual([0, 0, 12]);
  for (const id of [1, 2, 3]) await editNow(id);
  expect(await countedSizes(1)).toEqual([6, 6, 18]);
  await migrate(db);
  expect(await ofRealm(1, "messages", "edits_size")).toEqual([6, 6, 18]);
});

test("reactions, edits and participants are counted right before and after their numbers are filled in", async () => {
  const reacted = { userId: 2, emoji: { kind: "unicode", code: "1f389", name: "tada" } };
  const reactions = (count: number) => JSON.stringify(Array(count).fill(reacted));
  await migrate(db);
  await db.migrate.down({ name: "0185-count-parts-of-messages" });
  await db("messages").insert({ ...message(4, 1, [edit, move]), reactions: reactions(3) });
  await db.migrate.up({ name: "0185-count-parts-of-messages" });
  await db("backfills").where({ name: "messages.right_counts" }).delete();
  await db("direct_conversations").insert({ realm_id: 4, id: 9, participants_key: "2,13,140" });
  const counts = () =>
    db("messages").where({ realm_id: 4 }).select("reaction_count", "edit_count", "participant_count");
  const expected = 6 + 3 * partSizes.reaction + 3 * partSizes.participant;
  expect(await counts()).toEqual([{ reaction_count: null, edit_count: null, participant_count: null }]);
  expect(await countedSizes(4)).toEqual([expected]);
  await migrate(db);
  expect(await counts()).toEqual([{ reaction_count: 3, edit_count: 2, participant_count: 3 }]);
  expect(await countedSizes(4)).toEqual([expected]);
});

test("filling goes on after the last row that a killed process passed, through any number of batches", async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => message(3, index + 1, [edit]));
  await db.batchInsert("messages", rows, 500);
  await db.migrate.up({ name: "0163-count-what-edits-hold" });
  await db.migrate.up({ name: "0181-add-backfills" });
  await db("backfills").insert({ name: "messages.edits_size", realm_id: 3, id: 10, is_finished: false });
  await migrate(db);
  const sizes = await ofRealm(3, "messages", "edits_size");
  expect(sizes.slice(0, 10)).toEqual(Array(10).fill(null));
  expect(sizes.slice(10)).toEqual(Array(2490).fill(6));
  expect(await db("backfills").orderBy("name").select("name", "is_finished")).toEqual([
    { name: "archived_messages.edits_size", is_finished: true },
    { name: "archived_messages.right_counts", is_finished: true },
    { name: "messages.edits_size", is_finished: true },
    { name: "messages.right_counts", is_finished: true },
  ]);
});
