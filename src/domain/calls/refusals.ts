import { type ApiError, badRequest } from "../errors";

export const noVideoCalls = badRequest("Video calls are not enabled in this organization");
/** The operator set up no account at the provider. */
export const callsNotConfigured = (title: string) =>
  badRequest(`${title} credentials have not been configured`);
export const callNeedsNoSignOn = (title: string) => badRequest(`${title} doesn't require signing in`);
export const invalidCallSignOn = (title: string) => badRequest(`Invalid ${title} session identifier`);
export const invalidMeetingSignature = badRequest("Invalid signature.");

// Failures at the provider
export const invalidCallToken = (title: string) =>
  ({
    code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN",
    message: `Invalid ${title} access token`,
  }) as const satisfies ApiError;
export const unknownCallUser = (title: string) =>
  ({ code: "UNKNOWN_ZOOM_USER", message: `Unknown ${title} user email` }) as const satisfies ApiError;
export const invalidCallCredentials = (title: string) => badRequest(`Invalid ${title} credentials`);
export const callServerUnreachable = (title: string, reason: string) =>
  badRequest(`Error connecting to the ${title} server: ${reason}`);
export const callSignatureRefused = (title: string) =>
  badRequest(`Error authenticating to the ${title} server`);
export const unexpectedCallStatus = (title: string, status: number | string) =>
  badRequest(`${title} server returned an unexpected error: ${status}`);
export const callFailed = (title: string) => badRequest(`Failed to create ${title} call`);
