import type { Either } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { Result } from "../caller";
import type { Transaction } from "../transaction";

/** Work that waits, and who waits for it. */
export interface Waiting {
  readonly work: (tx: Transaction) => Result<unknown>;
  readonly resolve: (outcome: Either<ApiError, unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Commits by itself: set after rows were refused that may have been its own. */
  isAlone: boolean;
}
