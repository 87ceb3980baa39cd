import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { appendKeyEnd } from "./shared/append-key-end";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Ends the caller's API key, so that apps have to log in again. */
export const endOwnApiKey =
  ({ inTransaction }: Ports) =>
  (caller: Caller): TaskEither<CallerError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      appendKeyEnd(tx, user);
      return E.right(undefined);
    });
