import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/** As the driver words it. */
const noAnswer = "Query read timeout";

/** What the driver's types leave out. */
interface Driven {
  readonly connection: { readonly stream: Socket };
  query: (...given: unknown[]) => unknown;
  __knex__disposed?: Error;
}

/**
 * Closes a connection that has left a query without an answer for as long as the driver waits: its other end has vanished,
 * and the pool would hand it out again. A closed one is replaced.
 */
export const closeWhenSilent = (client: ClientBase): void => {
  const driven = client as unknown as Driven;
  const ask = driven.query.bind(client);
  driven.query = (...given) => {
    const answered = given.at(-1);
    if (typeof answered !== "function") return ask(...given);
    const heard = (error: Error | null, ...rest: unknown[]): void => {
      if (error?.message === noAnswer) {
        // Knex's own mark: its pool gives such a connection to nobody, from this moment on.
        driven.__knex__disposed = error;
        driven.connection.stream.destroy();
      }
      answered(error, ...rest);
    };
    return ask(...given.slice(0, -1), heard);
  };
};
