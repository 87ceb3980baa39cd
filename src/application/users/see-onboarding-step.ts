import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { onboardingSteps, remainingSteps } from "../../domain/onboarding-step";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Records that the caller has seen what clients explain once. */
export const seeOnboardingStep =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, step: string): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (!onboardingSteps.some((one) => one === step))
        return left(badRequest(`Unknown onboarding_step: ${step}`));
      const seen = await tx.personal.seenSteps(caller.realmId, caller.userId);
      if (!seen.includes(step))
        tx.append({
          type: "onboarding_step_seen",
          userId: caller.userId,
          step,
          remaining: remainingSteps([...seen, step]),
        });
      return right(undefined);
    });
