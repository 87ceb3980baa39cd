import type { JobKind } from "../../domain/jobs/job";
import type { DeadLetterId, DeadLetters } from "../ports/jobs/dead-letters";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
}

/** Enqueues one dead letter, or all of a kind, as new jobs; returns how many. */
export const retryJobs =
  ({ deadLetters, clock }: Ports) =>
  (which: DeadLetterId | { readonly kind: JobKind }): Promise<number> =>
    deadLetters.retry(which, clock.now());
