import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Removes a playground. Administrators only. */
export const removePlayground =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, playgroundId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const playgrounds = tx.state.playgrounds.filter(({ id }) => id !== playgroundId);
      if (playgrounds.length === tx.state.playgrounds.length) return left(badRequest("Invalid playground"));
      tx.append({ type: "playgrounds_set", playgrounds });
      return right(undefined);
    });
