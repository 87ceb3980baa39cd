import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { checkDatabase } from "../../../src/cli/doctor/check-database";
import { asSuperuser } from "../../support/storage/distribution/function-statements";
import { dropDatabase, inDatabase, onServer, publishedServer } from "../../support/storage/postgres-server";

/** A database of another role, which only lets its own role connect, as PostgreSQL does by default. */
const { run, connection: server } = publishedServer();
const name = `${run}_${randomBytes(6).toString("hex")}`;
const password = "secret";
const superuser = asSuperuser(server);

const asRole = (connection: ConnectionSettings): ConnectionSettings =>
  typeof connection === "string"
    ? Object.assign(new URL(connection), { username: name, password }).href
    : { ...connection, user: name, password };

let db: Knex;

beforeAll(() =>
  onServer(superuser, async (admin) => {
    await admin.raw(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
    await admin.raw(`CREATE DATABASE ${name} TEMPLATE template0`);
  }),
);
beforeEach(() => {
  db = openDatabase(asRole(inDatabase(server, name)), { poolSize: 3 });
});
afterEach(() => db.destroy());
afterAll(() =>
  onServer(superuser, async (admin) => {
    await dropDatabase(admin, name);
    await admin.raw(`DROP ROLE ${name}`);
  }),
);

const broken = async (): Promise<readonly string[]> =>
  (await checkDatabase(db)).filter(({ outcome }) => outcome === "broken").map(({ message }) => message);

test("a role that may create nothing fails the check and the start, which say how to permit it", async () => {
  const sentence = `The role ${name} may not create tables in the schema public. As the owner of the database, run GRANT CREATE ON SCHEMA "public" TO "${name}"`;
  expect(await broken()).toEqual([sentence]);
  await expect(migrate(db)).rejects.toThrow(sentence);
});

test("so does a role whose search path names no schema", async () => {
  await onServer(superuser, (admin) => admin.raw(`ALTER ROLE ${name} SET search_path = ''`));
  const sentence = `The search_path of the role ${name} names no schema that exists and that it may use: "". Run ALTER ROLE "${name}" IN DATABASE "${name}" SET search_path = public`;
  expect(await broken()).toEqual([sentence]);
  await expect(migrate(db)).rejects.toThrow(sentence);
});

test("a schema of its own will do, and a database that is set to read-only fails the check", async () => {
  await onServer(superuser, (admin) => admin.raw(`ALTER ROLE ${name} SET search_path = own`));
  await onServer(asSuperuser(inDatabase(server, name)), (admin) =>
    admin.raw(`CREATE SCHEMA own AUTHORIZATION ${name}`),
  );
  expect(await broken()).toEqual([]);
  await migrate(db);
  expect((await checkDatabase(db)).at(-1)).toMatchObject({ outcome: "fine", subject: "Migrations" });
  await onServer(superuser, (admin) =>
    admin.raw(`ALTER ROLE ${name} SET default_transaction_read_only = on`),
  );
  await db.destroy();
  db = openDatabase(asRole(inDatabase(server, name)), { poolSize: 3 });
  expect(await broken()).toEqual(["The database is read-only: it is a standby, or was set to read-only"]);
});
