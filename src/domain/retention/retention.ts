import { numberOr } from "../codec/stored-numbers";
import { WholeNumber } from "../codec/whole-number";

/** Days after which messages are archived. */
export type RetentionDays = number | "forever";

export const retentionDaysCodec = numberOr({ forever: -1 });

/** The numbers of days that an organization, or one channel, can choose. */
export const retentionDays = {
  ofRealm: new WholeNumber(1, 999_999_999),
  ofChannel: new WholeNumber(1, 999_999),
};
