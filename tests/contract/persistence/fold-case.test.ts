import { up } from "../../../migrations/0141-fold-topics-as-the-database-does";
import { foldCase } from "../../../src/domain/text/fold-case";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const last = 0x2c00;
/** Unicode still adds letters in this range. */
const isNew = (code: number): boolean => code >= 0x1c80 && code < 0x1d00;

test("the domain and the database fold case alike", async () => {
  const letters = Array.from({ length: last }, (_, code) => code)
    .filter((code) => !isNew(code))
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /\p{L}/u.test(one));
  const texts = [
    ...letters,
    ...letters.map((letter) => `A${letter}`),
    ...letters.map((letter) => `A${letter} b`),
  ];
  const { rows } = await database.db.raw(
    "SELECT t.text, lower(t.text) AS folded FROM json_array_elements_text(?::json) AS t (text)",
    [JSON.stringify(texts)],
  );
  const different = rows.filter((row: { text: string; folded: string }) => foldCase(row.text) !== row.folded);
  expect(different).toEqual([]);
});

test("refolds topic keys that an older version folded differently; of two that collide, the later stays", async () => {
  const { db } = database;
  const row = (topic_key: string, topic: string, set_at: number, user_id = 1) => ({
    realm_id: 1,
    channel_id: 1,
    user_id,
    topic_key,
    topic,
    set_at,
    policy: "followed",
  });
  await db("user_topics").insert([
    row("οδος", "ΟΔΟΣ", 1),
    row("οδοσ", "οδοσ", 2),
    row("i\u0307", "İ", 4),
    row("i", "I", 3),
    row("other", "Other", 5),
    row("οδος", "ΟΔΟΣ", 6, 2),
    row("οδος", "οδος", 7, 3),
  ]);
  await up(db);
  const keys = await db("user_topics").select("user_id", "topic_key", "topic").orderBy("set_at");
  expect(keys.map(({ user_id, topic_key, topic }) => [user_id, topic_key, topic])).toEqual([
    [1, "οδοσ", "οδοσ"],
    [1, "i", "İ"],
    [1, "other", "Other"],
    [2, "οδοσ", "ΟΔΟΣ"],
    [3, "οδος", "οδος"],
  ]);
});
