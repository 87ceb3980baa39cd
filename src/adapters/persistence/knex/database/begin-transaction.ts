import type { Knex } from "knex";

/**
 * Begins a transaction, or rejects with the reason. After a failed BEGIN, Knex would continue, and only report at the next
 * query that the transaction is complete.
 */
export const beginTransaction = async (db: Knex): Promise<Knex.Transaction> => {
  const trx = await db.transaction();
  if (trx.isCompleted()) await trx.executionPromise;
  return trx;
};
