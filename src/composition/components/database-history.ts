import type { Knex } from "knex";
import { followHistory, restoreOf } from "../../adapters/persistence/knex/database/database-history";
import type { Config } from "../../config/config";
import { millisecondsIn } from "../../domain/units/time";
import type { Component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";

/** As often as heads are compared. */
const everyMilliseconds = 3 * millisecondsIn.second;

/** Notices a failover while the server runs. */
export const watchHistory = (
  config: Pick<Config, "dataDir" | "databaseUrl">,
  db: Knex,
  warn: (line: string) => void,
  onError: (error: unknown) => void,
): readonly Component[] =>
  // An embedded database never fails over.
  config.databaseUrl === undefined
    ? []
    : [
        recurring(
          "following the database's history",
          async () => {
            if (await followHistory(db, restoreOf(config)))
              warn("The database has failed over or was restored: all clients register again");
          },
          { everyMilliseconds, atOnce: false, onError, patience: millisecondsIn.second },
        ),
      ];
