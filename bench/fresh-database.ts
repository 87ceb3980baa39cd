import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { undoAtEnd } from "./program";

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
  const drop = (): Promise<void> => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const forget = undoAtEnd(drop);
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    drop: async () => {
      await drop();
      forget();
    },
  };
};
