import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { briefError } from "../../../src/adapters/system/brief-error";
import { proxiedDatabase } from "../../support/storage/proxied-database";

const proxied = proxiedDatabase();

/** A statement longer than what the log shows of an error. */
const statement = `SELECT '${"x".repeat(3000)}' AS lengthy, ?::text AS said`;

const loggedFrom = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return JSON.stringify(briefError(error));
};
const expectReasonOnly = (logged: string, reason: string): void => {
  expect(JSON.parse(logged).message).toMatch(new RegExp(`^(${reason})`));
  expect(logged).not.toMatch(/SELECT|xxx|our secret/);
};

describe("the log holds the reason first, and neither the statement nor its values,", () => {
  test("when no answer comes", async () => {
    const db = openDatabase(proxied.proxy.connection, { poolSize: 1, answersWithin: 300 });
    await db.raw("SELECT 1");
    proxied.proxy.hush();
    expectReasonOnly(await loggedFrom(db.raw(statement, ["our secret"])), "Query read timeout");
    await db.destroy();
  });

  test("when no answer comes in a transaction", async () => {
    const db = openDatabase(proxied.proxy.connection, { poolSize: 1, answersWithin: 300 });
    let logged = "";
    const work = db.transaction(async (trx) => {
      await trx.raw("SELECT 1");
      proxied.proxy.hush();
      logged = await loggedFrom(trx.raw(statement, ["our secret"]));
      throw new Error("the end");
    });
    expectReasonOnly(await loggedFrom(work), "Connection terminated");
    expectReasonOnly(logged, "Query read timeout");
    await db.destroy();
  });

  test("when the connection ends during a statement", async () => {
    const db = openDatabase(proxied.proxy.connection, { poolSize: 1, statementsWithin: 0 });
    await db.raw("SELECT 1");
    const running = loggedFrom(db.raw(`${statement}, pg_sleep(20)`, ["our secret"]));
    await new Promise((resolve) => setImmediate(resolve));
    proxied.proxy.cut("all");
    expectReasonOnly(await running, "Connection terminated|read ECONNRESET");
    await db.destroy();
  });

  test("when the database refuses a statement, for a reason with a dash", async () => {
    const refused = `DO $$ BEGIN RAISE EXCEPTION 'no room - none at all'; END $$ /* SELECT xxx our secret */`;
    expectReasonOnly(await loggedFrom(proxied.database.db.raw(refused)), "no room - none at all");
  });
});
