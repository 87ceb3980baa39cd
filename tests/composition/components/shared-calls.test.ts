import type { Knex } from "knex";
import { openSharedCalls } from "../../../src/composition/components/shared-calls";
import { readConfig } from "../../../src/config/config";

const countsTogether = (environment: Record<string, string>): boolean => {
  const read = readConfig(environment);
  if (read._tag === "Left") throw new Error(read.left);
  const given = { db: {} as Knex, secret: "s", onError: () => {} };
  return openSharedCalls(read.right, given).calls !== undefined;
};

test("a process alone counts calls alone, and processes of one server count them together", () => {
  expect(countsTogether({})).toBe(false);
  expect(countsTogether({ PARLEY_PROCESSES: "1" })).toBe(false);
  expect(countsTogether({ PARLEY_PROCESSES: "2" })).toBe(true);
  expect(countsTogether({ DATABASE_URL: "postgres://db.example.com/parley" })).toBe(true);
  expect(countsTogether({ PARLEY_PROCESSES: "2", PARLEY_CALLS_PER_MINUTE: "0" })).toBe(false);
});
