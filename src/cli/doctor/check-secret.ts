import type { Knex } from "knex";
import { compareSecret, otherSecretAdvice } from "../../adapters/security/secret-check";
import type { Config } from "../../config/config";
import { broken, doubtful, type Finding, fine } from "./finding";

/** Whether the secret is that of the other nodes. */
export const checkSecret = async (db: Knex, config: Config, secret: string | undefined): Promise<Finding> => {
  const hasTable = await db.schema.hasTable("secret_check");
  // A missing secret counts as different from every other.
  const comparison = hasTable ? await compareSecret(db, secret ?? "") : "none";
  if (comparison === "other") {
    const problem = secret === undefined ? "it is missing" : "this one differs";
    return broken("Secret", `the servers on this database have one, and ${problem}. ${otherSecretAdvice}`);
  }
  if (config.databaseUrl !== undefined && config.secret === undefined)
    return doubtful(
      "Secret",
      `PARLEY_SECRET isn't set, so this node has one of its own in ${config.dataDir}/secret. Several nodes need the same: set it on all`,
    );
  return fine(
    "Secret",
    comparison === "same"
      ? "it is the one of this database"
      : "the first start makes it the one of this database",
  );
};
