import type { JobKind } from "../../domain/job";
import type { Clock } from "../ports/clock";
import type { DeadLetterId, DeadLetters } from "../ports/dead-letters";

interface Ports {
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
}

/** Enqueues one job that was given up, or all of a kind, as if new; says how many there were. */
export const retryJobs =
  ({ deadLetters, clock }: Ports) =>
  (which: DeadLetterId | { readonly kind: JobKind }): Promise<number> =>
    deadLetters.retry(which, clock.now());
