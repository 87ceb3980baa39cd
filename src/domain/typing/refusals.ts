import { badRequest, type RefusalIn } from "../refusal";

export type TypingError = RefusalIn<typeof import("./refusals")>;

export const channelTypingDisabled = badRequest(
  "channelTypingDisabled",
  "User has disabled typing notifications for channel messages",
);
export const directTypingDisabled = badRequest(
  "directTypingDisabled",
  "User has disabled typing notifications for direct messages",
);
export const noTypingRecipients = badRequest("noTypingRecipients", "Empty 'to' list");
