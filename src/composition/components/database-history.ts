import type { Knex } from "knex";
import { followHistory } from "../../adapters/persistence/knex/database/database-history";
import type { Config } from "../../config/config";
import { millisecondsIn } from "../../domain/units/time";
import type { Component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";

/** As often as heads are compared. */
const everyMilliseconds = 3 * millisecondsIn.second;

/** Notices a failover while the server runs. */
export const watchHistory = (
  { databaseUrl }: Pick<Config, "databaseUrl">,
  db: Knex,
  warn: (line: string) => void,
  onError: (error: unknown) => void,
): readonly Component[] =>
  // An embedded database never fails over.
  databaseUrl === undefined
    ? []
    : [
        recurring(
          "following the database's history",
          async () => {
            // Only embedded databases have a mark of their restore.
            if (await followHistory(db, ""))
              warn("The database has failed over or was restored: all clients register again");
          },
          { everyMilliseconds, atOnce: false, onError, patience: millisecondsIn.second },
        ),
      ];
