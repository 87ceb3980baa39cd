import { tryCatch } from "fp-ts/TaskEither";
import type { ApiError } from "../../domain/errors";
import type { Result } from "../caller";

const storageFailed: ApiError = {
  code: "STORAGE_FAILED",
  message: "The server's file storage doesn't work at the moment. Please try again later.",
};

/** Hears of what the operator has to know. */
export interface FailureListener {
  /** Takes what goes wrong that a caller can't be told. */
  readonly onError: (error: unknown) => void;
}

/** Does something with the file store: where that fails, the caller hears that it did, and the operator why. */
export const storing = <A>({ onError }: FailureListener, work: () => Promise<A>): Result<A> =>
  tryCatch(work, (error) => {
    onError(error);
    return storageFailed;
  });
