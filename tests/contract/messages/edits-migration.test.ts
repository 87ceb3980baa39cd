import { randomBytes } from "node:crypto";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { dropDatabase, inDatabase, onServer, publishedServer } from "../../support/storage/postgres-server";

test("counts earlier contents of existing messages, and none for messages that an older process sends", async () => {
  const { run, connection } = publishedServer();
  const name = `${run}_${randomBytes(6).toString("hex")}`;
  await onServer(connection, (db) => db.raw(`CREATE DATABASE ${name} TEMPLATE template0`));
  const db = openDatabase(inDatabase(connection, name));
  const message = (id: number, edits: readonly object[]) => ({
    realm_id: 1,
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
  const move = { editedAt: 1, userId: 2, topic: { before: "a", after: "b" } };
  const edit = { editedAt: 1, userId: 2, content: { before: "ä\n", renderedBefore: "<p>" } };
  try {
    await migrate(db);
    await db.migrate.down({ name: "0163-count-what-edits-hold" });
    const rows = [message(1, []), message(2, [move]), message(3, [edit, move, edit])];
    await db("messages").insert(rows);
    await db("archived_messages").insert({ ...message(4, [edit]), deleted_at: 5, marks: "[]" });
    await migrate(db);
    await db.raw("INSERT INTO messages SELECT m.* FROM json_populate_recordset(NULL::messages, ?) m", [
      JSON.stringify([{ ...message(5, []), edits: [], reactions: [] }]),
    ]);
    const sizes = async (table: string) =>
      (await db(table).orderBy("id").select("edits_size")).map(({ edits_size }) => edits_size ?? 0);
    expect([await sizes("messages"), await sizes("archived_messages")]).toEqual([[0, 0, 12, 0], [6]]);
  } finally {
    await db.destroy();
    await onServer(connection, (server) => dropDatabase(server, name));
  }
});
