import { invalidCharacters } from "../input-refusals";
import { badRequest, type RefusalIn } from "../refusal";

export type StatusError = RefusalIn<typeof import("./status-refusals")>;

export const statusEmojiNameMissing = badRequest(
  "statusEmojiNameMissing",
  "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
);
export const noNewStatusValues = badRequest("noNewStatusValues", "Client did not pass any new values.");
export const statusTextTooLong = (limit: number) =>
  badRequest("statusTextTooLong", `status_text is too long (limit: ${limit} characters)`);
export const invalidStatusTextCharacters = invalidCharacters("status_text");
export const invalidPresenceStatus = (status: string) =>
  badRequest("invalidPresenceStatus", `Invalid status: ${status}`);
export const noPresenceOfBots = badRequest("noPresenceOfBots", "Presence is not supported for bot users.");
export const noPresenceData = (user: number | string) =>
  badRequest("noPresenceData", `No presence data for ${user}`);
