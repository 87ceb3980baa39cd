import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/** What the types of the driver omit. */
export interface Driven {
  readonly connection: { readonly stream: Socket };
  query: (...args: unknown[]) => unknown;
  /** Knex's own mark: its pool never hands this connection out again. */
  __knex__disposed?: Error | undefined;
}

/** Calls `failed` with the error of each query of a connection, before the caller receives it. */
export const onFailedQuery = (client: ClientBase, failed: (error: Error, driven: Driven) => void): void => {
  const driven = client as unknown as Driven;
  const ask = driven.query.bind(client);
  driven.query = (...args) => {
    const answered = args.at(-1);
    if (typeof answered !== "function") return ask(...args);
    const heard = (error: Error | null, ...rest: unknown[]): void => {
      if (error) failed(error, driven);
      answered(error, ...rest);
    };
    return ask(...args.slice(0, -1), heard);
  };
};
