import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/** The driver's message. */
const noAnswer = "Query read timeout";

/** What the driver's types omit. */
interface Driven {
  readonly connection: { readonly stream: Socket };
  query: (...args: unknown[]) => unknown;
  __knex__disposed?: Error;
}

/**
 * Closes a connection whose query got no answer for as long as the driver waits: its other end has vanished,
 * and the pool would hand it out again. The pool replaces closed connections.
 */
export const closeWhenSilent = (client: ClientBase): void => {
  const driven = client as unknown as Driven;
  const ask = driven.query.bind(client);
  driven.query = (...args) => {
    const answered = args.at(-1);
    if (typeof answered !== "function") return ask(...args);
    const heard = (error: Error | null, ...rest: unknown[]): void => {
      if (error?.message === noAnswer) {
        // Knex's own mark: its pool never hands this connection out again.
        driven.__knex__disposed = error;
        driven.connection.stream.destroy();
      }
      answered(error, ...rest);
    };
    return ask(...args.slice(0, -1), heard);
  };
};
