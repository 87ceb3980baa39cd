import { Client } from "pg";

/** Where pg and knex connect: a Unix socket's folder as host, or 127.0.0.1. */
export interface EmbeddedPostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

const withClient = async <A>(
  connection: EmbeddedPostgresConnection,
  use: (client: Client) => Promise<A>,
): Promise<A> => {
  const client = new Client(connection);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
};

/** Makes Parley's role, no superuser, and its database, unless they are there: a first start may have been killed between. */
export const ensureDatabase = async (parley: EmbeddedPostgresConnection): Promise<void> => {
  try {
    return await withClient(parley, async () => undefined);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    // Unknown role (over TCP: wrong password), unknown database.
    if (!["28000", "28P01", "3D000"].includes(code)) throw error;
  }
  await withClient({ ...parley, user: "postgres", database: "postgres" }, async (client) => {
    const role = await client.query("select 1 from pg_roles where rolname = 'parley'");
    const password = parley.password === undefined ? "" : `password ${client.escapeLiteral(parley.password)}`;
    if (role.rowCount === 0) await client.query(`create role parley login createdb ${password}`);
    const database = await client.query("select 1 from pg_database where datname = 'parley'");
    if (database.rowCount === 0) await client.query("create database parley owner parley");
  });
};
