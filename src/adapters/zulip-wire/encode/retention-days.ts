import type { RetentionDays } from "../../../domain/retention/retention";

/** Days, or the API's number for no end. Null means the realm's setting. */
export const encodeRetentionDays = (days: RetentionDays | null): number | null =>
  days === "forever" ? -1 : days;
