import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { isOnlyOwner } from "../../domain/policy/user-access";
import {
  cannotDeactivateLastOwner,
  cannotDeactivateLastUser,
  type UserError,
} from "../../domain/users/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { appendDeactivation, deactivateInSlices, noDeactivationActions } from "./shared/deactivation";

/** Deactivates the caller's own account. The last user and the last owner can't. */
export const deactivateSelf =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller): TaskEither<CallerError | UserError, void> =>
    deactivateInSlices<CallerError | UserError>(
      { inTransaction },
      caller,
      { ownerId: caller.userId, actions: noDeactivationActions },
      asCaller(inTransaction, caller, async (tx, user): Promise<E.Either<UserError, boolean>> => {
        const others = [...tx.state.users.values()].some(
          ({ id, isActive, bot }) => isActive && bot === null && id !== caller.userId,
        );
        if (!others) return E.left(cannotDeactivateLastUser);
        if (isOnlyOwner(tx.state, user)) return E.left(cannotDeactivateLastOwner);
        return E.right(await appendDeactivation(tx, user, noDeactivationActions));
      }),
    );
