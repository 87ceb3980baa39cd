import { numberOr } from "../codec/stored-numbers";

/** Days after which messages are archived. */
export type RetentionDays = number | "forever";

export const retentionDaysCodec = numberOr({ forever: -1 });
