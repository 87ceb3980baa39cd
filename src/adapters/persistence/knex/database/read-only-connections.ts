import type { ClientBase, QueryResult } from "pg";
import { codeOf } from "../../../../domain/codec/caught";
import { type Driven, onFailedQuery } from "./failed-queries";

const readOnlyTransaction = "25006";
/** Milliseconds. Reads from a server that stays read-only connect once a second, rather than each time. */
const lifetime = 1000;

/** Part of the first statements on a connection. */
export const askReadOnly = "SELECT current_setting('transaction_read_only') AS only_reads";

/** Whether the last of the first statements says that the connection only reads. */
export const onlyReads = (results: readonly QueryResult[]): boolean =>
  results.at(-1)?.rows[0]?.only_reads === "on";

const readOnly = new Error("The connection is read-only");

/**
 * Replaces a read-only connection: by now, its address may lead to a server that takes writes. During a failover, an
 * address may lead to a standby for a moment.
 */
export const replaceReadOnly = (client: ClientBase, isReadOnly: boolean): void => {
  if (isReadOnly)
    setTimeout(() => {
      (client as unknown as Driven).__knex__disposed ??= readOnly;
    }, lifetime).unref();
  // It could write before, so whatever is behind a proxy or pooler has changed.
  else
    onFailedQuery(client, (error, driven) => {
      if (codeOf(error) === readOnlyTransaction) driven.__knex__disposed ??= readOnly;
    });
};
