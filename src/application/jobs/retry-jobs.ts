import type { JobKind } from "../../domain/jobs/job";
import type { Clock } from "../ports/clock";
import type { DeadLetterId, DeadLetters } from "../ports/dead-letters";

interface Ports {
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
}

/** Enqueues one dead letter, or all of a kind, as new jobs; returns how many. */
export const retryJobs =
  ({ deadLetters, clock }: Ports) =>
  (which: DeadLetterId | { readonly kind: JobKind }): Promise<number> =>
    deadLetters.retry(which, clock.now());
