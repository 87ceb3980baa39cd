import type { ApiError } from "../errors";

/** A term of a narrow that can't be read, or that names something the reader may not know. */
export const badNarrow = (description: string): Extract<ApiError, { readonly code: "BAD_NARROW" }> => ({
  code: "BAD_NARROW",
  message: `Invalid narrow operator: ${description}`,
  description,
});
