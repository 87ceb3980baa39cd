import { isDict } from "./dict";

/** The code of a caught error, such as ENOENT or an SQLSTATE; undefined if it has none. */
export const codeOf = (error: unknown): string | undefined =>
  isDict(error) && typeof error.code === "string" ? error.code : undefined;

/** The message of a caught error. */
export const messageOf = (error: unknown): string =>
  isDict(error) && typeof error.message === "string" ? error.message : String(error);
