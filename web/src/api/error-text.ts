import { words } from "../words/en";

/** What an error is to somebody who reads it. */
export const errorText = (error: unknown): string => {
  if (error instanceof TypeError || !(error instanceof Error)) return words.noAnswer;
  return error.message === "" ? words.noAnswer : error.message;
};
