import type { DeadLetterId, DeadLetters } from "../ports/jobs/dead-letters";

/** Deletes a dead letter; returns whether there was one. */
export const removeJob =
  ({ deadLetters }: { readonly deadLetters: DeadLetters }) =>
  (which: DeadLetterId): Promise<boolean> =>
    deadLetters.remove(which);
