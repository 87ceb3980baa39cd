import { badRequest, type RefusalIn, refusal } from "../refusal";

export type CallError = RefusalIn<typeof import("./refusals")>;

export const noVideoCalls = badRequest("noVideoCalls", "Video calls are not enabled in this organization");
/** The operator set up no account at the provider. */
export const callsNotConfigured = (title: string) =>
  badRequest("callsNotConfigured", `${title} credentials have not been configured`);
export const callNeedsNoSignOn = (title: string) =>
  badRequest("callNeedsNoSignOn", `${title} doesn't require signing in`);
export const invalidCallSignOn = (title: string) =>
  badRequest("invalidCallSignOn", `Invalid ${title} session identifier`);
export const invalidMeetingSignature = badRequest("invalidMeetingSignature", "Invalid signature.");

// Failures at the provider
export const invalidCallToken = (title: string) =>
  refusal("invalidCallToken", "INVALID_VIDEO_CALL_PROVIDER_TOKEN", `Invalid ${title} access token`);
export const unknownCallUser = (title: string) =>
  refusal("unknownCallUser", "UNKNOWN_ZOOM_USER", `Unknown ${title} user email`);
export const invalidCallCredentials = (title: string) =>
  badRequest("invalidCallCredentials", `Invalid ${title} credentials`);
export const callServerUnreachable = (title: string, reason: string) =>
  badRequest("callServerUnreachable", `Error connecting to the ${title} server: ${reason}`);
export const callSignatureRefused = (title: string) =>
  badRequest("callSignatureRefused", `Error authenticating to the ${title} server`);
export const unexpectedCallStatus = (title: string, status: number | string) =>
  badRequest("unexpectedCallStatus", `${title} server returned an unexpected error: ${status}`);
export const callFailed = (title: string) => badRequest("callFailed", `Failed to create ${title} call`);
