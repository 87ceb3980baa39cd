import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, mustBe } from "../../domain/errors";
import { isOnlyOwner } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import { mailJob } from "../jobs/mail-payload";
import type { InTransaction } from "../transaction";
import { userToChange } from "./check-user";
import { appendDeactivation, type DeactivationActions } from "./deactivation";

interface Deactivation {
  readonly userId: number;
  readonly actions: DeactivationActions;
  /** Mailed to the user; undefined sends no mail. */
  readonly comment: string | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
}

/**
 * Ends an account: its bots first, then the user, each with the actions asked for. Their queues and keys end
 * with the commit, on every node. API §4.12.
 */
export const deactivateUser =
  ({ inTransaction }: Ports) =>
  (caller: Caller, { userId, actions, comment }: Deactivation): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const target = userToChange(tx.state, actor.right, userId, { bots: false, deactivated: false }, tx.now);
      if (isLeft(target)) return target;
      if (target.right.role === "owner" && actor.right.role !== "owner") return left(mustBe("owner"));
      if (isOnlyOwner(tx.state, target.right))
        return left(badRequest("Cannot deactivate the only organization owner"));
      await appendDeactivation(tx, target.right, actions);
      const { email, fullName } = target.right;
      const realmName = tx.state.realm.name;
      if (comment !== undefined)
        tx.enqueue(
          mailJob(
            { to: email, letter: { kind: "deactivated", fullName, realmName, comment: comment.trim() } },
            tx.now,
          ),
        );
      return right(undefined);
    });
