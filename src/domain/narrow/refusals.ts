import { type RefusalIn, refusal } from "../refusal";

export type NarrowError = RefusalIn<typeof import("./refusals")>;

/** A term of a narrow that can't be read, or that names something the reader may not know. */
export const badNarrow = (description: string) => ({
  ...refusal("badNarrow", "BAD_NARROW", `Invalid narrow operator: ${description}`),
  description,
});
