import { hkdfSync } from "node:crypto";
import type { Knex } from "knex";

const checkLength = 32;

/**
 * A value that takes the secret to compute. It reveals no more of the secret than an API key does, which is derived from it as
 * quickly: guessing a secret of 32 characters or more must be hopeless anyway.
 */
const checkOf = (secret: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", "parley secret check", checkLength)).toString("hex");

/** Whether the nodes of a database have a secret; "none" before the first one started. */
type Comparison = "same" | "other" | "none";

/** Compares the secret with that of the nodes that used the database. Its schema must be up to date. */
export const compareSecret = async (db: Knex, secret: string): Promise<Comparison> => {
  const { rows } = await db.raw<{ rows: readonly { readonly value: string }[] }>(
    "SELECT value FROM secret_check",
  );
  if (rows[0] === undefined) return "none";
  return rows[0].value === checkOf(secret) ? "same" : "other";
};

/** Makes the secret that of the database, unless it has one; the first of several nodes at once wins. */
const adoptSecret = async (db: Knex, secret: string): Promise<void> => {
  await db.raw("INSERT INTO secret_check (id, value) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", [
    checkOf(secret),
  ]);
};

/** Makes the secret that of the database, whatever it was before. */
export const acceptSecret = async (db: Knex, secret: string): Promise<void> => {
  await db.raw(
    "INSERT INTO secret_check (id, value) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value",
    [checkOf(secret)],
  );
};

/** What to do about a secret that isn't the database's. */
export const otherSecretAdvice =
  "Set PARLEY_SECRET to the value that the other nodes have, or restore the file secret in the data folder. If it is lost, or you changed it on purpose, run parley secret accept; docs/operating.md says what that ends";

/** Refuses a secret that isn't the database's: its keys would be invalid at the other nodes, and theirs here. */
export const requireSameSecret = async (db: Knex, secret: string): Promise<void> => {
  await adoptSecret(db, secret);
  if ((await compareSecret(db, secret)) === "other")
    throw new Error(`This database belongs to servers with another secret. ${otherSecretAdvice}`);
};
