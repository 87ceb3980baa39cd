import type { DeadLetterId, DeadLetters } from "../ports/dead-letters";

/** Forgets a job that was given up; says whether there was one. */
export const removeJob =
  ({ deadLetters }: { readonly deadLetters: DeadLetters }) =>
  (which: DeadLetterId): Promise<boolean> =>
    deadLetters.remove(which);
