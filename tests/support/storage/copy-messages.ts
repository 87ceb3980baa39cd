import type { Knex } from "knex";

/** Copies a realm's messages from an id on, so many times. A copy's id is ten higher than the one before, so it has the same last digit. */
export const copyMessages = async (
  db: Knex,
  realmId: number,
  from: number,
  copies: number,
): Promise<void> => {
  await db.raw(
    `INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object('id', m.id + 10 * n))).*
     FROM messages m, generate_series(1, ?::integer) n WHERE realm_id = ? AND id >= ?`,
    [copies, realmId, from],
  );
};
