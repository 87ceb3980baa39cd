import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, mustBe } from "../../domain/caller-refusals";
import { checkLength } from "../../domain/check-length";
import type { UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { isOnlyOwner } from "../../domain/policy/user-access";
import { farewellTooLong, onlyOwnerStaysActive, type UserError } from "../../domain/users/refusals";
import { longestFarewell } from "../../domain/users/user";
import { userToChange } from "../access/check-user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { mailJob } from "../mail/mail-payload";
import type { InTransaction } from "../transaction";
import { appendDeactivation, type DeactivationActions, deactivateInSlices } from "./shared/deactivation";

interface Deactivation {
  readonly userId: UserId;
  readonly actions: DeactivationActions;
  /** Mailed to the user; no mail is sent if undefined. */
  readonly comment: string | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
}

/**
 * Deactivates an account: its bots first, then the user, each with the requested actions. Their queues and keys end
 * with the commit, on every node. Where many bots take several commits, the user ends in the first. API §4.12.
 */
export const deactivateUser =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    { userId, actions, comment }: Deactivation,
  ): TaskEither<CallerError | InputError | UserError, void> =>
    deactivateInSlices<CallerError | InputError | UserError>(
      { inTransaction },
      caller,
      { ownerId: userId, actions },
      asCaller(inTransaction, caller, async (tx, actor) => {
        const target = userToChange(tx.state, actor, userId, { bots: false, deactivated: false }, tx.now);
        if (E.isLeft(target)) return target;
        if (target.right.role === "owner" && actor.role !== "owner") return E.left(mustBe("owner"));
        if (isOnlyOwner(tx.state, target.right)) return E.left(onlyOwnerStaysActive);
        const farewell = checkLength(longestFarewell, farewellTooLong)(comment ?? "");
        if (E.isLeft(farewell)) return farewell;
        const isOver = await appendDeactivation(tx, target.right, actions);
        const { email, fullName } = target.right;
        const realmName = tx.state.realm.name;
        if (comment !== undefined)
          tx.enqueue(
            mailJob(
              { to: email, letter: { kind: "deactivated", fullName, realmName, comment: comment.trim() } },
              tx.now,
            ),
          );
        return E.right(isOver);
      }),
    );
