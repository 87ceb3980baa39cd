import { isLeft, left, right } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import { isOnlyOwner } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { appendDeactivation, noActions } from "./deactivation";

const lastOne = (entity: string, isLastOwner: boolean): ApiError => ({
  code: "CANNOT_DEACTIVATE_LAST_USER",
  message: `Cannot deactivate the only ${entity}.`,
  isLastOwner,
  entity,
});

/** Ends the caller's own account. Somebody must remain, and an owner. */
export const deactivateSelf =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const others = [...tx.state.users.values()].some(
        ({ id, isActive, bot }) => isActive && bot === null && id !== caller.userId,
      );
      if (!others) return left(lastOne("user", false));
      if (isOnlyOwner(tx.state, user.right)) return left(lastOne("organization owner", true));
      await appendDeactivation(tx, user.right, noActions);
      return right(undefined);
    });
