import type { Knex } from "knex";

/** A pooler may by chance give a client the same connection again. */
const tries = 3;

const askProcess = "SELECT pg_backend_pid() AS pid";

const processIn = async (asked: Knex.Raw): Promise<number> => (await asked).rows[0].pid;

/**
 * Whether clients share the server's processes: between transactions, a client loses its own to the transaction of another, as with
 * `pool_mode = transaction` in PgBouncer.
 */
const areShared = async (db: Knex, connection: unknown): Promise<boolean> => {
  const own = () => processIn(db.raw(askProcess).connection(connection));
  const before = await own();
  return db.transaction(async (other) => {
    // The pooler may have just this one, and then asking for our own would wait for the transaction.
    if ((await processIn(other.raw(askProcess))) === before) return true;
    return (await own()) !== before;
  });
};

/** Fails behind a pooler that doesn't keep sessions: LISTEN and the settings of a session wouldn't work. Needs two connections. */
export const requireSessions = async (db: Knex): Promise<void> => {
  const connection = await db.client.acquireConnection();
  try {
    for (let count = 0; count < tries; count += 1)
      if (await areShared(db, connection))
        throw new Error(
          "The pooler in front of it must keep each session on one connection: pool_mode = session in PgBouncer",
        );
  } finally {
    await db.client.releaseConnection(connection);
  }
};
