import type { ApiError } from "./errors";

export const pushNotConfigured: ApiError = {
  code: "PUSH_SERVICE_NOT_CONFIGURED",
  message: "Server is not configured to use push notification service.",
};
export const unknownPushDevice: ApiError = {
  code: "INVALID_PUSH_DEVICE_TOKEN",
  message: "Device not recognized",
};
export const unknownToRelay: ApiError = {
  code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
  message: "Device not recognized by the push bouncer",
};
export const noActivePushDevice: ApiError = {
  code: "NO_ACTIVE_PUSH_DEVICE",
  message: "No active registered push device",
};
export const relayRefused: ApiError = {
  code: "ADMIN_ACTION_REQUIRED",
  message:
    "Push notification configuration issue on server, contact the server administrator or retry later.",
};
export const relayUnreachable: ApiError = {
  code: "FAILED_TO_CONNECT_BOUNCER",
  message: "Network error while connecting to Zulip push notification service.",
};
export const relayBroken: ApiError = {
  code: "INTERNAL_SERVER_ERROR_ON_BOUNCER",
  message: "Internal server error on Zulip push notification service, retry later.",
};
