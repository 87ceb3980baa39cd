import type { Knex } from "knex";
import { withTimeout } from "../../../../application/with-timeout";
import type { RealmId } from "../../../../domain/ids";
import { isUnanswered } from "./silent-connections";
import { isTimedOut } from "./timed-out";

/** Milliseconds in which even a busy node reads a row. */
const patience = 500;

/**
 * Whether the storage of a realm's rows answers a question at once. What it reads is locked only while a migration changes the table: it
 * waits neither for slow statements nor with those that wait for a lock.
 */
export const storageAnswers =
  (db: Knex) =>
  (realmId: RealmId): Promise<boolean> => {
    const answered = db
      .raw("SELECT position FROM realm_heads WHERE realm_id = ?", [realmId])
      .timeout(patience)
      .then(
        () => true,
        (error: unknown) => !isUnanswered(error) && !isTimedOut(error),
      );
    // Where everything is silent, so is the question for a connection.
    return withTimeout("No answer", 2 * patience, answered).catch(() => false);
  };
