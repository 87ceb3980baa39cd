import { Client } from "pg";

/** Where pg and knex connect: a Unix socket's folder as host, or 127.0.0.1. */
export interface EmbeddedPostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
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

/** Sets the password of all roles of a cluster that had none. */
export const setPasswords = (parley: EmbeddedPostgresConnection): Promise<void> =>
  withClient({ ...parley, user: "postgres", database: "postgres" }, async (client) => {
    const { rows } = await client.query("select rolname from pg_roles where rolcanlogin");
    for (const { rolname } of rows)
      await client.query(
        `alter role ${client.escapeIdentifier(rolname)} password ${client.escapeLiteral(parley.password)}`,
      );
  });

/** Creates Parley's role, without superuser rights, and its database if they are missing. */
export const ensureDatabase = (parley: EmbeddedPostgresConnection): Promise<void> =>
  // Checked at each start: the first may have been killed between cluster and database.
  withClient({ ...parley, user: "postgres", database: "postgres" }, async (client) => {
    const there = async (query: string) => (await client.query(query)).rowCount === 1;
    const password = client.escapeLiteral(parley.password);
    if (!(await there("select 1 from pg_roles where rolname = 'parley'")))
      await client.query(`create role parley login createdb password ${password}`);
    if (!(await there("select 1 from pg_database where datname = 'parley'")))
      await client.query("create database parley owner parley");
  });
