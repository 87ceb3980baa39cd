import type { Either } from "fp-ts/Either";
import type { Acting, Caller } from "../caller";
import type { TraceOrigin } from "../ports/system/tracing";
import type { Transaction } from "../transaction";
import type { PreparedContent } from "./prepared-content";

/** Queued work, and its callbacks. */
export interface QueuedWork {
  readonly by: Acting | Caller;
  /** When it arrived, in milliseconds of the process's clock. */
  readonly since: number;
  /** The span that asked for it. */
  readonly origin: TraceOrigin | undefined;
  readonly work: (tx: Transaction) => Promise<Either<unknown, unknown>>;
  /** Its prepared content. Work that lacks some decides nothing. */
  readonly content: PreparedContent;
  readonly resolve: (outcome: Either<unknown, unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Whether it must commit alone, because storage refused a commit that it was part of. */
  isAlone: boolean;
}
