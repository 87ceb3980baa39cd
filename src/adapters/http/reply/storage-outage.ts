import { codeOf } from "../../../domain/codec/caught";

/**
 * PostgreSQL's classes of operational errors: no connection, refused login, no space, an operator's shutdown.
 */
const temporaryClasses = /^(08|28|53|57|58)/;
const temporaryCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ECONNABORTED",
  "ENOSPC",
  "EDQUOT",
  // A disk that is read-only, broken or unreachable; no room for another open file.
  "EROFS",
  "EIO",
  "ESTALE",
  "EMFILE",
  "ENFILE",
  // A database that is missing, or closed by its operator.
  "3D000",
  "55000",
  // A permission revoked by the operator.
  "42501",
  // A read-only server: a standby, or one whose disk is full.
  "25006",
  // An idle transaction ended by the server: this process was stalled.
  "25P03",
]);
const temporaryMessages =
  /Connection terminated|encountered a connection error|Query read timeout|Defined query timeout|timeout exceeded|^timeout expired$|pool is (full|probably full)|Unable to acquire a connection/i;

/**
 * PostgreSQL ends or refuses the connection with these. Servers may translate their messages, but not their
 * codes.
 */
const endsConnection: ReadonlySet<unknown> = new Set(["FATAL", "PANIC"]);

const fullCodes: ReadonlySet<unknown> = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** Whether the disk of the database or of the files is full. */
export const isFullDisk = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return fullCodes.has(codeOf(error)) || isFullDisk(error.cause);
};

/** Whether the database or the disk failed, so that the same request may succeed later. */
export const isStorageOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // Any failure to connect: Unix sockets fail with codes of their own.
  if ("syscall" in error && error.syscall === "connect") return true;
  if ("severity" in error && endsConnection.has(error.severity)) return true;
  const isTemporary =
    code !== undefined && (temporaryCodes.has(code) || (/^\w{5}$/.test(code) && temporaryClasses.test(code)));
  if (isTemporary || temporaryMessages.test(error.message)) return true;
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return causes.some(isStorageOutage);
};
