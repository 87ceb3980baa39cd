import { badRequest, notFound, type RefusalIn } from "../refusal";

export type DraftError = RefusalIn<typeof import("./refusals")>;

export const noSuchDraft = notFound("noSuchDraft", "Draft does not exist");
export const draftSyncDisabled = badRequest("draftSyncDisabled", "User has disabled synchronizing drafts.");
export const negativeTimestamp = badRequest("negativeTimestamp", "Timestamp must not be negative.");
export const timestampTooFar = badRequest("timestampTooFar", "Timestamp must be before the year 10000.");
export const notExactlyOneChannel = badRequest(
  "notExactlyOneChannel",
  "Must specify exactly 1 channel ID for channel messages",
);
