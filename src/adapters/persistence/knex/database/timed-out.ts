import { codeOf } from "../../../../domain/codec/caught";

/** The SQLSTATE of a canceled statement: at its time limit, or by an operator. */
const queryCanceled = "57014";

/** Whether a statement exceeded its time limit. */
export const isTimedOut = (error: unknown): boolean => codeOf(error) === queryCanceled;
