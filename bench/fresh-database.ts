import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** A new database on a PostgreSQL server, for one run. */
interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database on the server at a URL. */
export const freshDatabase = async (server: string): Promise<FreshDatabase> => {
  const name = `parley_bench_${randomBytes(4).toString("hex")}`;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
};
