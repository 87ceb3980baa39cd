import * as t from "io-ts";
import type { FactorUses } from "../../../../application/ports/login/factor-uses";
import { entity, nullable, oneOf } from "../../../../domain/codec/codec";
import type { RealmId, UserId } from "../../../../domain/ids";
import { type SecondFactor, secondFactorKinds } from "../../../../domain/second-factors/second-factor";
import { insertRows, query, rowReader, run, type Sql, toRow } from "../database/rows";

const factorCodec = entity<SecondFactor>({
  id: t.string,
  kind: oneOf(...secondFactorKinds),
  name: t.string,
  sealed: t.string,
  counter: t.number,
  createdAt: t.number,
  lastUsedAt: nullable(t.number),
});
const toFactor = rowReader("second_factors", factorCodec, "user_id", "id");

/** Oldest first. */
export const readFactors = async (
  sql: Sql,
  realmId: RealmId,
  userId: UserId,
): Promise<readonly SecondFactor[]> => {
  const rows = await query(
    sql,
    "SELECT * FROM second_factors WHERE realm_id = ? AND user_id = ? ORDER BY created_at, id",
    [realmId, userId],
  );
  return rows.map(toFactor);
};

export const countRecoveryCodes = async (sql: Sql, realmId: RealmId, userId: UserId): Promise<number> => {
  const [row] = await query<{ count: number }>(
    sql,
    "SELECT count(*) AS count FROM recovery_codes WHERE realm_id = ? AND user_id = ?",
    [realmId, userId],
  );
  return row?.count ?? 0;
};

export const insertFactor = (
  sql: Sql,
  realmId: RealmId,
  userId: UserId,
  factor: SecondFactor,
): Promise<void> => insertRows(sql, "second_factors", realmId, [{ user_id: userId, ...toRow(factor) }]);

export const deleteFactor = (sql: Sql, realmId: RealmId, userId: UserId, factorId: string): Promise<void> =>
  run(sql, "DELETE FROM second_factors WHERE realm_id = ? AND user_id = ? AND id = ?", [
    realmId,
    userId,
    factorId,
  ]);

/** Replaces all of the user's codes. */
export const replaceRecoveryCodes = async (
  sql: Sql,
  realmId: RealmId,
  userId: UserId,
  hashes: readonly string[],
): Promise<void> => {
  await run(sql, "DELETE FROM recovery_codes WHERE realm_id = ? AND user_id = ?", [realmId, userId]);
  await insertRows(
    sql,
    "recovery_codes",
    realmId,
    hashes.map((hash) => ({ user_id: userId, hash })),
  );
};

export const knexFactorUses = (sql: Sql): FactorUses => ({
  use: async (realmId, userId, factorId, counter, now) => {
    const rows = await query(
      sql,
      `UPDATE second_factors SET counter = :counter, last_used_at = :now
       WHERE realm_id = :realmId AND user_id = :userId AND id = :factorId
         AND (counter < :counter OR (counter = 0 AND :counter = 0))
       RETURNING id`,
      { realmId, userId, factorId, counter, now },
    );
    return rows.length > 0;
  },
  useRecoveryCode: async (realmId, userId, hash) => {
    const rows = await query(
      sql,
      "DELETE FROM recovery_codes WHERE realm_id = ? AND user_id = ? AND hash = ? RETURNING hash",
      [realmId, userId, hash],
    );
    return rows.length > 0;
  },
});
