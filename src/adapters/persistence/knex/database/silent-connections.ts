import { isNativeError } from "node:util/types";
import type { ClientBase } from "pg";
import { onFailedQuery } from "./failed-queries";
import { isTimedOut } from "./timed-out";

/** The messages of the driver, and of Knex for a query with a time limit of its own. */
const noAnswer = /^(Query read timeout|Defined query timeout of \d+ms exceeded when running query\.)$/;

/** Whether nothing answered a query for as long as the driver waits, or Knex. */
export const isUnanswered = (error: unknown): boolean => isNativeError(error) && noAnswer.test(error.message);

/**
 * Closes a connection whose query got no answer for as long as the driver waits: its other end has vanished,
 * and the pool would hand it out again. The pool replaces closed connections. A connection on which a statement exceeded its time limit is
 * replaced once it is given back: on Citus, its other end may still wait for a silent node, and answer nothing.
 */
export const closeWhenSilent = (client: ClientBase): void =>
  onFailedQuery(client, (error, driven) => {
    if (!isUnanswered(error) && !isTimedOut(error)) return;
    driven.__knex__disposed = error;
    if (isUnanswered(error)) driven.connection.stream.destroy();
  });
