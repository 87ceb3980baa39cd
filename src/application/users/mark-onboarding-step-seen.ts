import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { onboardingSteps, remainingSteps } from "../../domain/users/onboarding-step";
import { type UserError, unknownOnboardingStep } from "../../domain/users/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Records that the caller has seen an explanation that clients show once. */
export const markOnboardingStepSeen =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, step: string): TaskEither<CallerError | UserError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      if (!onboardingSteps.some((one) => one === step)) return E.left(unknownOnboardingStep(step));
      const seen = await tx.userData.seenSteps(caller.realmId, caller.userId);
      if (!seen.includes(step))
        tx.append({
          type: "onboarding_step_seen",
          userId: caller.userId,
          step,
          remaining: remainingSteps([...seen, step]),
        });
      return E.right(undefined);
    });
