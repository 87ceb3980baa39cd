import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { resetOnAccountPage, type SecondFactorError } from "../../domain/second-factors/refusals";
import type { UserError } from "../../domain/users/refusals";
import { userToSecure } from "../access/check-user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { LinkPorts } from "../links/realm-links";
import type { InTransaction } from "../transaction";
import { appendFactorReset } from "./internal/append-factor-reset";

interface Ports extends Pick<LinkPorts, "siteUrl"> {
  readonly inTransaction: InTransaction;
}

/**
 * Removes the second factors of another user who lost them. Administrators only, and never for users who outrank
 * them.
 */
export const resetFactors =
  (ports: Ports) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | SecondFactorError | UserError, void> =>
    asCaller(ports.inTransaction, caller, async (tx, actor) => {
      const user = userToSecure(tx.state, actor, userId, { bots: false }, tx.now);
      if (E.isLeft(user)) return user;
      // A stolen API key must not remove its owner's factors.
      if (userId === caller.userId) return E.left(resetOnAccountPage);
      await appendFactorReset(ports, tx, user.right);
      return E.right(undefined);
    });
