import type { Knex } from "knex";
import { checkCitus } from "../../../src/cli/doctor/check-citus";

interface Fake {
  readonly has: boolean;
  readonly silent?: readonly string[];
}

/** A database that may be the coordinator of two nodes. */
const databaseWith = ({ has, silent = [] }: Fake): Knex => {
  const answers = (text: string, [name]: readonly unknown[]): readonly object[] => {
    if (text.includes("to_regclass")) return [{ has }];
    if (text.includes("pg_dist_node"))
      return [
        { name: "one", port: 5432 },
        { name: "two", port: 5433 },
      ];
    return text.includes("citus_check_connection_to_node")
      ? [{ reached: !silent.includes(String(name)) }]
      : [];
  };
  const fake = {
    raw: async (text: string, bindings: readonly unknown[] = []) => ({ rows: answers(text, bindings) }),
    transaction: (work: (trx: unknown) => Promise<unknown>) => work(fake),
  };
  return fake as unknown as Knex;
};

test("a database that isn't on Citus isn't asked about its nodes", async () => {
  expect(await checkCitus(databaseWith({ has: false }))).toEqual([]);
});

test("Citus is fine if the coordinator reaches each node", async () => {
  expect(await checkCitus(databaseWith({ has: true }))).toEqual([
    { subject: "Citus", outcome: "fine", message: "the coordinator reaches 2 nodes" },
  ]);
});

test("the nodes that the coordinator doesn't reach are named", async () => {
  expect(await checkCitus(databaseWith({ has: true, silent: ["two"] }))).toEqual([
    {
      subject: "Citus",
      outcome: "broken",
      message: "The coordinator can't connect to two:5433. Organizations there are answered 503 until it can",
    },
  ]);
});
