import { codeOf, messageOf } from "../../domain/codec/caught";
/** The result of one check. */
export interface Finding {
  readonly subject: string;
  readonly outcome: "fine" | "doubtful" | "broken" | "skipped";
  /** A sentence for the operator, which also says how to fix a problem. */
  readonly message: string;
}

const finding =
  (outcome: Finding["outcome"]) =>
  (subject: string, message: string): Finding => ({ subject, outcome, message });

export const fine = finding("fine");
export const doubtful = finding("doubtful");
export const broken = finding("broken");
export const skipped = finding("skipped");

/** An error's message on one line. */
export const reasonOf = (error: unknown): string =>
  (messageOf(error) || codeOf(error) || String(error)).split("\n")[0] ?? "";
