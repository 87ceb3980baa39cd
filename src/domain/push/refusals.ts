import { type ApiError, badRequest } from "../errors";

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

// Addresses that clients register. API §4.20.
export const invalidTokenLength = badRequest("Empty or invalid length token");
export const invalidApnsToken = badRequest("Invalid APNS token");
export const invalidPushSubscription = badRequest("Invalid push subscription");
export const noSuchPushToken = badRequest("Token does not exist");

// Devices that register for encrypted notifications. API §4.22.
export const invalidDeviceId = badRequest("Invalid `device_id`");
export const noRegistrationWanted = badRequest(
  "Missing parameters: must provide either all push key fields, all token fields, or both.",
);
export const registrationInProgress = badRequest("A registration for the device already in progress.");
export const noRegistrationToRotate = (what: "key" | "token") =>
  badRequest(`No push registration exists to rotate ${what} for.`);
