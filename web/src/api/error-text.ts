import { words } from "../words/en";

/** An error as the user reads it. */
export const errorText = (error: unknown): string => {
  if (error instanceof TypeError || !(error instanceof Error)) return words.noAnswer;
  return error.message === "" ? words.noAnswer : error.message;
};
