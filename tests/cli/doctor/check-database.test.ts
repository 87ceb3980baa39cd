import type { Knex } from "knex";
import { checkDatabase } from "../../../src/cli/doctor/check-database";

const ownProcess = 4711;

/** An empty database that answers with the given report. */
const databaseWith = (report: object, otherProcess = ownProcess + 1): Knex => {
  const usual = { version: 160_000, name: "16.0", foldsCase: true, only_reads: "off", mayCreate: true };
  const answer = (more: object = {}) => {
    const rows = [{ ...usual, time: Date.now(), ...report, ...more }];
    return Object.assign(Promise.resolve({ rows }), { connection: (pid: number) => answer({ pid }) });
  };
  const fake = {
    raw: () => answer(),
    schema: { hasTable: async () => false },
    client: { acquireConnection: async () => ownProcess, releaseConnection: async () => {} },
    transaction: (work: (other: object) => unknown) => work({ raw: () => answer({ pid: otherProcess }) }),
  };
  return fake as unknown as Knex;
};
const findings = async (report: object) =>
  (await checkDatabase(databaseWith(report))).map(({ subject, outcome }) => `${subject}: ${outcome}`);

test.each([150_000, 180_004])("a database of version %s that folds case is fine", async (version) => {
  expect((await findings({ version })).slice(0, 2)).toEqual(["Database: fine", "Clock: fine"]);
});

test("a database older than PostgreSQL 15 isn't", async () => {
  expect(await findings({ version: 149_999, name: "14.9" })).toEqual(["Database: broken"]);
  const [found] = await checkDatabase(databaseWith({ version: 140_010, name: "14.10" }));
  expect(found?.message).toMatch(/^PostgreSQL 14\.10, .*Parley needs 15 or newer$/);
});

test("nor is one that folds only the case of ASCII, in which names that are equal would differ", async () => {
  expect(await findings({ foldsCase: false })).toEqual(["Database: broken"]);
  const [found] = await checkDatabase(databaseWith({ foldsCase: false }));
  expect(found?.message).toMatch(/It needs encoding UTF8 and a locale such as C\.UTF-8$/);
});

test("nor is one behind a pooler by which clients share the server's processes", async () => {
  const [, found] = await checkDatabase(databaseWith({}, ownProcess));
  expect([found?.subject, found?.outcome]).toEqual(["Database", "broken"]);
  expect(found?.message).toMatch(/^The pooler .+ must keep each session on one connection/);
});

test("a clock that differs is doubtful, and broken where jobs would run at the wrong time", async () => {
  expect(await findings({ time: Date.now() + 1500 })).toContain("Clock: doubtful");
  expect(await findings({ time: Date.now() - 3_600_000 })).toContain("Clock: broken");
});

test("a database that doesn't answer is broken", async () => {
  const fake = { raw: () => Promise.reject(new Error("connection refused")) } as unknown as Knex;
  expect(await checkDatabase(fake)).toMatchObject([
    { outcome: "broken", message: "it doesn't answer: connection refused" },
  ]);
});
