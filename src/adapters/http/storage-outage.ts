/** PostgreSQL's classes of errors that are its own affair: no connection, not let in, no room, an operator's shutdown. */
const passingClasses = /^(08|28|53|57|58)/;
const passingCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOSPC",
  "EDQUOT",
  // A database that isn't there, or that its operator closed.
  "3D000",
  "55000",
  // A right that its operator took away.
  "42501",
  // A server that only reads: a standby, or one whose disk is full.
  "25006",
  // A transaction in which nothing happened for too long: this process was held up.
  "25P03",
]);
const passingWords =
  /Connection terminated|encountered a connection error|Query read timeout|timeout exceeded|pool is (full|probably full)|Unable to acquire a connection/i;

/** PostgreSQL ends the connection with these, or never begins it. Where its messages are translated, codes tell. */
const endsConnection = new Set(["FATAL", "PANIC"]);

/** Whether what failed is the database or the disk, and the same may succeed later. */
export const isStorageOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as NodeJS.ErrnoException & { readonly severity?: string };
  if (severity !== undefined && endsConnection.has(severity)) return true;
  const isPassing =
    code !== undefined && (passingCodes.has(code) || (/^\w{5}$/.test(code) && passingClasses.test(code)));
  if (isPassing || passingWords.test(error.message)) return true;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return causes.some(isStorageOutage);
};
