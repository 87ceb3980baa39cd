import type { ClientBase } from "pg";
import { onFailedQuery } from "./failed-queries";

/** The driver's message. */
const noAnswer = "Query read timeout";

/**
 * Closes a connection whose query got no answer for as long as the driver waits: its other end has vanished,
 * and the pool would hand it out again. The pool replaces closed connections.
 */
export const closeWhenSilent = (client: ClientBase): void =>
  onFailedQuery(client, (error, driven) => {
    if (error.message !== noAnswer) return;
    driven.__knex__disposed = error;
    driven.connection.stream.destroy();
  });
