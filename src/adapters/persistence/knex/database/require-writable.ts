import type { Knex } from "knex";

/** Fails while the database doesn't answer or is read-only: a standby, or set so by an operator. */
export const requireWritable = async (db: Knex): Promise<void> => {
  const { rows } = await db.raw("SELECT current_setting('transaction_read_only') AS only_reads");
  if (rows[0]?.only_reads !== "off")
    throw new Error("The database is read-only: it is a standby, or was set to read-only");
};
