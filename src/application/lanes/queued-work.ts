import type { Either } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { Acting, Result } from "../caller";
import type { Transaction } from "../transaction";
import type { PreparedContent } from "./prepared-content";

/** Queued work, and its callbacks. */
export interface QueuedWork {
  readonly by: Acting;
  readonly work: (tx: Transaction) => Result<unknown>;
  /** Its prepared content. Work that lacks some decides nothing. */
  readonly content: PreparedContent;
  readonly resolve: (outcome: Either<ApiError, unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Whether it must commit alone, because storage refused a commit that it was part of. */
  isAlone: boolean;
}
