import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from "node:net";
import { openDatabase } from "../../src/adapters/persistence/knex/database";
import { createTestDatabase, type TestDatabase } from "../support/test-database";

let database: TestDatabase;
let proxy: Server;
let port: number;
/** Both ends of what goes through the proxy. */
const pairs: (readonly [Socket, Socket])[] = [];

/** Where the database really listens. */
const target = (): NetConnectOpts => {
  const { connection } = database;
  if (typeof connection === "string") {
    const { hostname, port: number } = new URL(connection);
    return { host: hostname, port: Number(number || 5432) };
  }
  return connection.host.startsWith("/")
    ? { path: `${connection.host}/.s.PGSQL.${connection.port}` }
    : { host: connection.host, port: connection.port };
};

const throughProxy = () => {
  const { connection } = database;
  if (typeof connection !== "string") return { ...connection, host: "127.0.0.1", port };
  const url = new URL(connection);
  url.host = `127.0.0.1:${port}`;
  return url.toString();
};

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = createServer((near) => {
    const far = connect(target());
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on("error", () => undefined);
    pairs.push([near, far]);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  port = (proxy.address() as AddressInfo).port;
});

afterAll(async () => {
  for (const end of pairs.flat()) end.destroy();
  await new Promise((resolve) => proxy.close(resolve));
  await database.destroy();
});

/** What an unplugged cable does: nothing is said, and nothing is closed. */
const silence = (): void => {
  for (const [near, far] of pairs.splice(0)) {
    near.unpipe(far);
    far.unpipe(near);
    near.resume();
  }
};

test("a connection that leaves a query unanswered is closed, and the next query goes by another", async () => {
  const db = openDatabase(throughProxy(), { poolSize: 1, answersWithin: 300 });
  expect((await db.raw("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  silence();
  await expect(db.raw("SELECT 2 AS two")).rejects.toThrow("Query read timeout");
  expect((await db.raw("SELECT 3 AS three")).rows).toEqual([{ three: 3 }]);
  await db.destroy();
});

test("a transaction in which nothing happens is ended by the server, with its locks", async () => {
  const { rows } = await database.db.raw(
    "SELECT setting::integer AS milliseconds FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'",
  );
  expect(rows).toEqual([{ milliseconds: 10_000 }]);
});
