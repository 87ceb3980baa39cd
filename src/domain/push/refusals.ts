import { badRequest, type RefusalIn, refusal } from "../refusal";

export type PushError = RefusalIn<typeof import("./refusals")>;

export const pushNotConfigured = refusal(
  "pushNotConfigured",
  "PUSH_SERVICE_NOT_CONFIGURED",
  "Server is not configured to use push notification service.",
);

export const unknownPushDevice = refusal(
  "unknownPushDevice",
  "INVALID_PUSH_DEVICE_TOKEN",
  "Device not recognized",
);

export const unknownToRelay = refusal(
  "unknownToRelay",
  "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
  "Device not recognized by the push bouncer",
);

export const noActivePushDevice = refusal(
  "noActivePushDevice",
  "NO_ACTIVE_PUSH_DEVICE",
  "No active registered push device",
);

export const relayRefused = refusal(
  "relayRefused",
  "ADMIN_ACTION_REQUIRED",
  "Push notification configuration issue on server, contact the server administrator or retry later.",
);

export const relayUnreachable = refusal(
  "relayUnreachable",
  "FAILED_TO_CONNECT_BOUNCER",
  "Network error while connecting to Zulip push notification service.",
);

export const relayBroken = refusal(
  "relayBroken",
  "INTERNAL_SERVER_ERROR_ON_BOUNCER",
  "Internal server error on Zulip push notification service, retry later.",
);

// Addresses that clients register. API §4.20.
export const invalidTokenLength = badRequest("invalidTokenLength", "Empty or invalid length token");
export const invalidApnsToken = badRequest("invalidApnsToken", "Invalid APNS token");
export const invalidPushSubscription = badRequest("invalidPushSubscription", "Invalid push subscription");
export const noSuchPushToken = badRequest("noSuchPushToken", "Token does not exist");

// Devices that register for encrypted notifications. API §4.22.
export const invalidDeviceId = badRequest("invalidDeviceId", "Invalid `device_id`");
export const noRegistrationWanted = badRequest(
  "noRegistrationWanted",
  "Missing parameters: must provide either all push key fields, all token fields, or both.",
);
export const registrationInProgress = badRequest(
  "registrationInProgress",
  "A registration for the device already in progress.",
);
export const noRegistrationToRotate = (what: "key" | "token") =>
  badRequest("noRegistrationToRotate", `No push registration exists to rotate ${what} for.`);
