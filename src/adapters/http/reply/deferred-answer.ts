import type { Either } from "fp-ts/Either";
import type { HttpError } from "./http-error";

type Outcome = Either<HttpError, object>;

/**
 * An answer that a callback brings, perhaps minutes later. A request that waits for one keeps only this object
 * alive, not the promises of everything that has handled it so far.
 */
export class DeferredAnswer {
  /**
   * @param begin begins to wait. It calls `answer` once, after it has returned or with a promise, and returns the
   * function to call when the client is gone.
   */
  constructor(readonly begin: (answer: (outcome: Outcome | Promise<Outcome>) => void) => () => void) {}
}
