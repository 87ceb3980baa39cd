import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, mustBe } from "../../domain/errors";
import type { User } from "../../domain/user";
import { isOnlyOwner } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Mailer } from "../ports/mailer";
import type { InTransaction } from "../transaction";
import { userToChange } from "./check-user";
import { appendDeactivation, type DeactivationActions } from "./deactivation";

export interface Deactivation {
  readonly userId: number;
  readonly actions: DeactivationActions;
  /** Mailed to the user; undefined sends no mail. */
  readonly comment: string | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly mailer: Mailer;
  /** Takes what goes wrong after the change, which stands. */
  readonly onError: (error: unknown) => void;
}

/**
 * Ends an account: its bots first, then the user, each with the actions asked for. Their queues and keys end
 * with the commit, on every node. API §4.12.
 */
export const deactivateUser =
  ({ inTransaction, mailer, onError }: Ports) =>
  (caller: Caller, { userId, actions, comment }: Deactivation): Result<void> =>
  async () => {
    const outcome = await inTransaction(caller.realmId, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const target = userToChange(tx.state, actor.right, userId, { bots: false, deactivated: false });
      if (isLeft(target)) return target;
      if (target.right.role === "owner" && actor.right.role !== "owner") return left(mustBe("owner"));
      if (isOnlyOwner(tx.state, target.right))
        return left(badRequest("Cannot deactivate the only organization owner"));
      await appendDeactivation(tx, caller.realmId, target.right, actions);
      return right({ user: target.right, realmName: tx.state.realm.name });
    })();
    if (isLeft(outcome)) return outcome;
    const { user, realmName } = outcome.right;
    if (comment !== undefined)
      await mailer.send(deactivationMail(user, realmName, comment.trim())).catch(onError);
    return right(undefined);
  };

const deactivationMail = ({ email, fullName }: User, realmName: string, comment: string) => ({
  to: email,
  subject: `Your account at ${realmName} was deactivated`,
  text: [
    `Hello ${fullName},`,
    `your account at ${realmName} was deactivated, so that you can no longer log in.`,
    ...(comment === "" ? [] : [`The administrators left this comment:\n\n${comment}`]),
  ].join("\n\n"),
});
