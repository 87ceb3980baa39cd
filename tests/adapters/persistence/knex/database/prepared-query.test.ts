import type { Knex } from "knex";
import { preparedQuery, type Sql } from "../../../../../src/adapters/persistence/knex/database/rows";

interface Sent {
  readonly text: string;
  readonly options: { readonly name: string; readonly values: readonly unknown[] };
}

/** A database that records what it is sent, and answers nothing. */
const recording = () => {
  const sent: Sent[] = [];
  const raw = (text: string) => ({
    options: async (options: Sent["options"]) => {
      sent.push({ text, options });
      return { rows: [] };
    },
  });
  return { sent, sql: { raw: raw as unknown as Knex["raw"] } satisfies Sql };
};

test("a parameter that occurs several times is sent once, and casts aren't parameters", async () => {
  const { sent, sql } = recording();
  const text = "SELECT :b::text, a[:a] FROM t WHERE a = :a AND b = :b AND c = CAST(:c AS bigint)";
  await preparedQuery(sql, "prepared once", text, { a: 1, b: null, c: "7", unused: 3 });
  expect(sent).toEqual([
    {
      text: "SELECT $1::text, a[$2] FROM t WHERE a = $2 AND b = $1 AND c = CAST($3 AS bigint)",
      options: { name: "prepared once", values: [null, 1, "7"] },
    },
  ]);
});

test("a statement that lacks a value isn't sent", async () => {
  const { sent, sql } = recording();
  await expect(preparedQuery(sql, "lacking", "SELECT :a, :b", { a: 1 })).rejects.toThrow(
    "lacking lacks a value for :b",
  );
  expect(sent).toEqual([]);
});
