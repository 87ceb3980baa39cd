/** What PostgreSQL says when it gives up a statement: at its time limit, or because an operator asks for it. */
const queryCanceled = "57014";

/** Whether a statement took longer than its kind may. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === queryCanceled;
