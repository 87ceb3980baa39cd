/** Where a group is used, so that it can't be deactivated. */
export type GroupUse =
  | { readonly kind: "subgroup"; readonly groupIds: readonly number[] }
  | { readonly kind: "channel"; readonly channelId: number; readonly settings: readonly string[] }
  | { readonly kind: "group"; readonly groupId: number; readonly settings: readonly string[] }
  | { readonly kind: "realm"; readonly settings: readonly string[] };

/** What is wrong with a field of something that is kept; with the whole of it, where no field is named. */
export interface FieldProblem {
  readonly field?: string;
  readonly message: string;
}

/** An address that gets no invitation. API §7. */
export interface RefusedAddress {
  readonly email: string;
  readonly reason: string;
  /** Whether it has an account that is deactivated. */
  readonly isDeactivated: boolean;
}

/** Why a link that somebody was given doesn't work: also that it belongs to another realm. */
type LinkProblem = "unknown" | "elsewhere" | "expired" | "revoked" | "used";

/**
 * Every failure that a caller is told of. `code` is for machines, `message` for people; further fields
 * go with the code. The HTTP status of each is in the HTTP adapter. API §7.
 */
export type ApiError =
  | {
      readonly code: "BAD_REQUEST";
      readonly message: string;
      /** What is wrong with each field of a form. */
      readonly problems?: readonly FieldProblem[];
    }
  | { readonly code: "REQUEST_VARIABLE_MISSING"; readonly message: string; readonly variable: string }
  | { readonly code: "REQUEST_VARIABLE_INVALID"; readonly message: string; readonly variable: string }
  | { readonly code: "BAD_NARROW"; readonly message: string; readonly description: string }
  | { readonly code: "BAD_EVENT_QUEUE_ID"; readonly message: string; readonly queueId: string }
  | { readonly code: "CHANNEL_DOES_NOT_EXIST"; readonly message: string; readonly channel: string | number }
  | { readonly code: "CHANNEL_ALREADY_EXISTS"; readonly message: string; readonly channelName: string }
  | { readonly code: "CANNOT_ADMINISTER_CHANNEL"; readonly message: string }
  | { readonly code: "UNAUTHORIZED_PRINCIPAL"; readonly message: string }
  | { readonly code: "EXPECTATION_MISMATCH"; readonly message: string }
  | { readonly code: "SYSTEM_GROUP_REQUIRED"; readonly message: string; readonly setting: string }
  | {
      readonly code: "CANNOT_DEACTIVATE_GROUP_IN_USE";
      readonly message: string;
      readonly uses: readonly GroupUse[];
    }
  | {
      readonly code: "CANNOT_DEACTIVATE_LAST_USER";
      readonly message: string;
      readonly isLastOwner: boolean;
      readonly entity: string;
    }
  | { readonly code: "REACTION_ALREADY_EXISTS" | "REACTION_DOES_NOT_EXIST"; readonly message: string }
  | {
      readonly code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED";
      readonly message: string;
      readonly firstAllowedId: number;
      readonly total: number;
      readonly allowed: number;
    }
  | {
      readonly code: "INVITATION_FAILED";
      readonly message: string;
      readonly refused: readonly RefusedAddress[];
      readonly someSent: boolean;
      readonly isDailyLimitReached: boolean;
    }
  | { readonly code: "LINK_REFUSED"; readonly message: string; readonly problem: LinkProblem }
  | {
      readonly code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" | "TOPIC_WILDCARD_MENTION_NOT_ALLOWED";
      readonly message: string;
    }
  | { readonly code: "RESOURCE_NOT_FOUND"; readonly message: string }
  | { readonly code: "ACCESS_DENIED" | "BAD_IMAGE" | "REALM_UPLOAD_QUOTA"; readonly message: string }
  | { readonly code: "FILE_TOO_LARGE"; readonly message: string }
  /** A service that the server itself depends on doesn't do its work. */
  | { readonly code: "STORAGE_FAILED"; readonly message: string }
  /** The scheme by which they can say who they are; Basic unless it is told. */
  | { readonly code: "UNAUTHORIZED"; readonly message: string; readonly scheme?: "Session" }
  | {
      readonly code: "TWO_FACTOR_CODE_REQUIRED" | "TWO_FACTOR_CODE_WRONG" | "TWO_FACTOR_SETUP_REQUIRED";
      readonly message: string;
    }
  /** They are to show again who they are. */
  | { readonly code: "CONFIRMATION_REQUIRED"; readonly message: string }
  | { readonly code: "CSRF_FAILED"; readonly message: string; readonly reason: string }
  | { readonly code: "INVALID_API_KEY"; readonly message: string }
  | { readonly code: "AUTHENTICATION_FAILED"; readonly message: string }
  | { readonly code: "PASSWORD_AUTH_DISABLED"; readonly message: string }
  | { readonly code: "USER_DEACTIVATED"; readonly message: string }
  | { readonly code: "REALM_DEACTIVATED"; readonly message: string }
  | { readonly code: "NONEXISTENT_SUBDOMAIN"; readonly message: string }
  | { readonly code: "NOT_FOUND"; readonly message: string }
  | { readonly code: "INVALID_JSON"; readonly message: string }
  | { readonly code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN" | "UNKNOWN_ZOOM_USER"; readonly message: string }
  | { readonly code: "MISSING_HTTP_EVENT_HEADER"; readonly message: string; readonly header: string }
  | {
      readonly code: "UNSUPPORTED_WEBHOOK_EVENT_TYPE";
      readonly message: string;
      readonly webhookName: string;
      readonly eventType: string;
    }
  | { readonly code: "ANOMALOUS_WEBHOOK_PAYLOAD"; readonly message: string; readonly webhookName: string }
  | {
      readonly code:
        | "PUSH_SERVICE_NOT_CONFIGURED"
        | "INVALID_PUSH_DEVICE_TOKEN"
        | "INVALID_REMOTE_PUSH_DEVICE_TOKEN"
        | "NO_ACTIVE_PUSH_DEVICE"
        | "ADMIN_ACTION_REQUIRED"
        | "FAILED_TO_CONNECT_BOUNCER"
        | "INTERNAL_SERVER_ERROR_ON_BOUNCER";
      readonly message: string;
    }
  | {
      readonly code: "RATE_LIMIT_HIT" | "SERVER_BUSY";
      readonly message: string;
      readonly retryAfterSeconds: number;
    };

export const badRequest = (message: string): ApiError => ({ code: "BAD_REQUEST", message });
/** Fails with the first of the problems, and tells all. */
export const invalidFields = (problems: readonly [FieldProblem, ...FieldProblem[]]): ApiError => ({
  code: "BAD_REQUEST",
  message: problems[0].message,
  problems,
});
export const badNarrow = (description: string): ApiError => ({
  code: "BAD_NARROW",
  message: `Invalid narrow operator: ${description}`,
  description,
});
export const badEventQueueId = (queueId: string): ApiError => ({
  code: "BAD_EVENT_QUEUE_ID",
  message: `Bad event queue ID: ${queueId}`,
  queueId,
});
export const noSuchChannelName = (channel: string): ApiError => ({
  code: "CHANNEL_DOES_NOT_EXIST",
  message: `Channel '${channel}' does not exist`,
  channel,
});
export const noSuchChannelId = (channel: number): ApiError => ({
  code: "CHANNEL_DOES_NOT_EXIST",
  message: `Channel with ID '${channel}' does not exist`,
  channel,
});
export const channelAlreadyExists = (channelName: string): ApiError => ({
  code: "CHANNEL_ALREADY_EXISTS",
  message: `Channel '${channelName}' already exists`,
  channelName,
});
export const invalidChannelId = badRequest("Invalid channel ID");
export const notAuthorizedToSend = (channelName: string): ApiError =>
  badRequest(`Not authorized to send to channel '${channelName}'`);
/** A thing of the caller's that isn't there. */
export const notFound = (message: string): ApiError => ({ code: "RESOURCE_NOT_FOUND", message });
export const invalidMessages = badRequest("Invalid message(s)");
const linkMessages: Readonly<Record<LinkProblem, string>> = {
  unknown: "This link is not one of ours, or part of it is missing.",
  elsewhere: "This link is for another organization.",
  expired: "This link has expired.",
  revoked: "This link has been withdrawn.",
  used: "This link has been used already.",
};
export const linkRefused = (problem: LinkProblem): ApiError => ({
  code: "LINK_REFUSED",
  message: linkMessages[problem],
  problem,
});
export const tooManyTries = (milliseconds: number): ApiError => ({
  code: "RATE_LIMIT_HIT",
  message: "API usage exceeded rate limit",
  retryAfterSeconds: milliseconds / 1000,
});
/** There is no room for the request right now. */
export const serverBusy: ApiError = {
  code: "SERVER_BUSY",
  message: "The server is busy right now. Try again soon.",
  retryAfterSeconds: 5,
};
export const confirmationRequired = (message: string): ApiError => ({
  code: "CONFIRMATION_REQUIRED",
  message,
});
export const accessDenied = (message: string): ApiError => ({ code: "ACCESS_DENIED", message });
export const noSuchUser = badRequest("No such user");
export const mustBe = (role: "owner" | "administrator" | "member"): ApiError => ({
  code: "UNAUTHORIZED_PRINCIPAL",
  message: `Must be an organization ${role}`,
});
export const insufficientPermission = badRequest("Insufficient permission");
export const notForBots = badRequest("This endpoint does not accept bot requests.");
export const notForWebhooks = badRequest("This API is not available to incoming webhook bots.");
export const notForGuests = badRequest("Not allowed for guest users");
export const notLoggedIn = {
  code: "UNAUTHORIZED",
  message: "Not logged in: API authentication or user session required",
} as const satisfies ApiError;
export const invalidApiKey: ApiError = { code: "INVALID_API_KEY", message: "Invalid API key" };
export const malformedApiKey: ApiError = { code: "INVALID_API_KEY", message: "Malformed API key" };
export const passwordLoginDisabled: ApiError = {
  code: "PASSWORD_AUTH_DISABLED",
  message: "Password authentication is disabled in this organization",
};

export const authenticationFailed: ApiError = {
  code: "AUTHENTICATION_FAILED",
  message: "Your username or password is incorrect",
};
/** The password is right, and isn't enough. */
export const twoFactorCodeRequired: ApiError = {
  code: "TWO_FACTOR_CODE_REQUIRED",
  message: "This account has two factors: log in with your browser, or give a code as two_factor_code.",
};
export const twoFactorCodeWrong: ApiError = {
  code: "TWO_FACTOR_CODE_WRONG",
  message: "Wrong code. Each code works once: wait for the next one.",
};
/** They may do nothing but set up a second factor. */
export const twoFactorSetUpRequired: ApiError = {
  code: "TWO_FACTOR_SETUP_REQUIRED",
  message: "This organization requires two factors. Log in with your browser to set up a second one.",
};
export const userDeactivated: ApiError = { code: "USER_DEACTIVATED", message: "Account is deactivated" };
export const realmDeactivated: ApiError = {
  code: "REALM_DEACTIVATED",
  message: "This organization has been deactivated",
};
export const noSuchRealm: ApiError = { code: "NONEXISTENT_SUBDOMAIN", message: "Invalid subdomain" };
export const malformedJson: ApiError = { code: "INVALID_JSON", message: "Malformed JSON" };
export const noEventHeader = (header: string): ApiError => ({
  code: "MISSING_HTTP_EVENT_HEADER",
  message: `Missing the HTTP event header '${header}'`,
  header,
});
export const unsupportedEvent = (webhookName: string, eventType: string): ApiError => ({
  code: "UNSUPPORTED_WEBHOOK_EVENT_TYPE",
  message: `The '${eventType}' event isn't currently supported by the ${webhookName} webhook; ignoring`,
  webhookName,
  eventType,
});
export const anomalousPayload = (webhookName: string): ApiError => ({
  code: "ANOMALOUS_WEBHOOK_PAYLOAD",
  message: `Unable to parse request: Did ${webhookName} generate this event?`,
  webhookName,
});
export const noSuchEndpoint: ApiError = { code: "NOT_FOUND", message: "API endpoint not found" };
