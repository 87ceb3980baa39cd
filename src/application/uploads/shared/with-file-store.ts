import * as E from "fp-ts/Either";
import { type FileError, storageFailed } from "../../../domain/files/refusals";

/** Receives errors for the operator. */
export interface FailureListener {
  /** Receives errors that callers don't see. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs work on the file store: a failure becomes a refusal for the caller and a logged error for the
 * operator.
 */
export const withFileStore = async <A>(
  { onError }: FailureListener,
  work: () => Promise<A>,
): Promise<E.Either<FileError, A>> => {
  try {
    return E.right(await work());
  } catch (error) {
    onError(error);
    return E.left(storageFailed);
  }
};
