/** PostgreSQL's classes of errors that are its own affair: no connection, no room, an operator's shutdown. */
const passingClasses = /^(08|53|57|58)/;
const passingCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOSPC",
  "EDQUOT",
  // A server that only reads: a standby, or one whose disk is full.
  "25006",
  // A transaction in which nothing happened for too long: this process was held up.
  "25P03",
]);
const passingWords =
  /Connection terminated|encountered a connection error|Query read timeout|timeout exceeded|pool is (full|probably full)|Unable to acquire a connection/i;

/** Whether what failed is the database or the disk, and the same may succeed later. */
export const isStorageOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  const isPassing =
    code !== undefined && (passingCodes.has(code) || (/^\w{5}$/.test(code) && passingClasses.test(code)));
  if (isPassing || passingWords.test(error.message)) return true;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return causes.some(isStorageOutage);
};
