import type { Either } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { Acting, Result } from "../caller";
import type { Transaction } from "../transaction";
import type { OutsideWork } from "./outside-work";

/** Work that waits, and who waits for it. */
export interface Waiting {
  readonly by: Acting;
  readonly work: (tx: Transaction) => Result<unknown>;
  /** What it has made outside of the lane. Work that misses something of it decides nothing. */
  readonly outside: OutsideWork;
  readonly resolve: (outcome: Either<ApiError, unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Commits by itself: set after rows were refused that may have been its own. */
  isAlone: boolean;
}
