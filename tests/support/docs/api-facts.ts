import {
  type HttpError,
  type HttpRefusal,
  unreadableStatuses,
} from "../../../src/adapters/http/reply/http-error";
import type { ApiError } from "../../../src/application/api-error";
import { settings } from "../../../src/config/config";
import { channelFolderLimits } from "../../../src/domain/channel-folders/channel-folder";
import { messageLimits } from "../../../src/domain/messages/message";
import { profileFieldLimits } from "../../../src/domain/profile-fields/profile-field";
import { realmLimits } from "../../../src/domain/realm/realm";
import { code } from "./generated-page";

const message = "";

/** What an error code carries besides its message, if anything; several if its status or fields vary. */
const more: Readonly<Record<ApiError["code"] | HttpRefusal["code"], object | readonly object[]>> = {
  ACCESS_DENIED: {},
  ADMIN_ACTION_REQUIRED: {},
  ANOMALOUS_WEBHOOK_PAYLOAD: { webhookName: "" },
  AUTHENTICATION_FAILED: {},
  BAD_EVENT_QUEUE_ID: { queueId: "" },
  BAD_IMAGE: {},
  BAD_NARROW: { description: "" },
  BAD_REQUEST: [{}, { problems: [] }],
  CANNOT_ADMINISTER_CHANNEL: {},
  CANNOT_DEACTIVATE_GROUP_IN_USE: { uses: [] },
  CANNOT_DEACTIVATE_LAST_USER: { isLastOwner: true, entity: "" },
  CHANNEL_ALREADY_EXISTS: { channelName: "" },
  CHANNEL_DOES_NOT_EXIST: [{ channel: "" }, { channel: 1 }],
  CHANNEL_WILDCARD_MENTION_NOT_ALLOWED: {},
  CHOICE_NOT_OFFERED: { setting: "", choice: "" },
  CONFIRMATION_REQUIRED: {},
  CSRF_FAILED: { reason: "" },
  EXPECTATION_MISMATCH: {},
  FAILED_TO_CONNECT_BOUNCER: {},
  FILE_TOO_LARGE: {},
  INTERNAL_SERVER_ERROR_ON_BOUNCER: {},
  INTERNAL_SERVER_ERROR: {},
  INVALID_API_KEY: {},
  INVALID_JSON: {},
  INVALID_PUSH_DEVICE_TOKEN: {},
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: {},
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: {},
  INVITATION_FAILED: { refused: [], someSent: true, isDailyLimitReached: false },
  LINK_REFUSED: { problem: "unknown" },
  METHOD_NOT_ALLOWED: { methods: [] },
  MISSING_HTTP_EVENT_HEADER: { header: "" },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: { firstAllowedId: 0, total: 0, allowed: 0 },
  NONEXISTENT_SUBDOMAIN: {},
  NOT_FOUND: {},
  NO_ACTIVE_PUSH_DEVICE: {},
  PASSWORD_AUTH_DISABLED: {},
  PUSH_SERVICE_NOT_CONFIGURED: {},
  RATE_LIMIT_HIT: { retryAfterSeconds: 1 },
  REACTION_ALREADY_EXISTS: {},
  REACTION_DOES_NOT_EXIST: {},
  READ_TOOK_TOO_LONG: {},
  REALM_DEACTIVATED: {},
  REALM_UPLOAD_QUOTA: {},
  REQUEST_VARIABLE_INVALID: { variable: "" },
  REQUEST_VARIABLE_MISSING: { variable: "" },
  RESOURCE_NOT_FOUND: {},
  SERVER_BUSY: { retryAfterSeconds: 1 },
  SERVICE_UNAVAILABLE: { retryAfterSeconds: 1 },
  STORAGE_FAILED: {},
  SYSTEM_GROUP_REQUIRED: { setting: "" },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {},
  TWO_FACTOR_CODE_REQUIRED: {},
  TWO_FACTOR_CODE_WRONG: {},
  TWO_FACTOR_SETUP_REQUIRED: {},
  UNAUTHORIZED: {},
  UNAUTHORIZED_PRINCIPAL: {},
  UNKNOWN_ZOOM_USER: {},
  UNREADABLE_REQUEST: unreadableStatuses.map((status) => ({ status })),
  UNSUPPORTED_WEBHOOK_EVENT_TYPE: { webhookName: "", eventType: "" },
  USER_DEACTIVATED: {},
};

/** Errors of each code, in all their variants. */
export const codes = Object.entries(more).flatMap(([code, variants]) =>
  [variants].flat().map((fields) => ({ ...fields, code, message }) as unknown as HttpError),
);

const points = (count: number): string => `${count.toLocaleString("en-US")} code points`;

/** The API's limits, as the code has them. */
export const limits: readonly (readonly string[])[] = [
  ["welcome_message_custom_text length", "§4.6", points(realmLimits.welcomeLength)],
  [
    "default invitation validity",
    "§4.6",
    `${settings.invitationMinutes.fallback} minutes, or ${code(settings.invitationMinutes.variable)}`,
  ],
  [
    "profile fields with display_in_profile_summary true",
    "§4.7",
    `${profileFieldLimits.inSummary} in an organization`,
  ],
  [
    "messages per flag update",
    "§4.9",
    `${code("num_before")} + 1 + ${code("num_after")}, and never more than 5,000`,
  ],
  [
    "file size",
    "§4.24",
    `${code("max_file_upload_size_mib")} of registration: ${settings.maxUploadMib.fallback} MiB, or ${code(settings.maxUploadMib.variable)}`,
  ],
  [
    "message length",
    "§4.19",
    `${code("max_message_length")} of registration: ${points(messageLimits.contentLength)}`,
  ],
  [
    "channel folder name and description length",
    "§4.5",
    `${code("max_channel_folder_name_length")} and ${code("max_channel_folder_description_length")} of registration: ${points(channelFolderLimits.nameLength)} and ${points(channelFolderLimits.descriptionLength)}`,
  ],
  [
    "typing timing",
    "§4.1, §4.14",
    "the three intervals of registration: a start is repeated after 10,000 ms, stops after 5,000 ms and expires after 15,000 ms",
  ],
];
