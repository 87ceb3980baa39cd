import type { ChannelId, GroupId, MessageId, UserId } from "./ids";

/** Where a group is in use, which prevents its deactivation. */
export type GroupUse =
  | { readonly kind: "subgroup"; readonly groupIds: readonly GroupId[] }
  | { readonly kind: "channel"; readonly channelId: ChannelId; readonly settings: readonly string[] }
  | { readonly kind: "group"; readonly groupId: GroupId; readonly settings: readonly string[] }
  | { readonly kind: "realm"; readonly settings: readonly string[] };

/** What is wrong with a field of a stored value; without `field`, with the value as a whole. */
export interface FieldProblem {
  readonly field?: string;
  readonly message: string;
}

/** An address that couldn't be invited. API §7. */
export interface RefusedAddress {
  readonly email: string;
  readonly reason: string;
  /** Whether the address belongs to a deactivated account. */
  readonly isDeactivated: boolean;
}

/** Why a link doesn't work. `elsewhere`: it belongs to another realm. */
type LinkProblem = "unknown" | "elsewhere" | "expired" | "revoked" | "used";

/**
 * Every failure that a caller can receive. `code` is for machines, `message` for people; some codes have
 * further fields. The HTTP adapter assigns each code its HTTP status. API §7.
 */
export type ApiError =
  | {
      readonly code: "BAD_REQUEST";
      readonly message: string;
      /** What is wrong with each field of a form. */
      readonly problems?: readonly FieldProblem[];
    }
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
      readonly firstAllowedId: MessageId;
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
      readonly code: "CHANNEL_WILDCARD_MENTION_NOT_ALLOWED" | "TOPIC_WILDCARD_MENTION_NOT_ALLOWED";
      readonly message: string;
    }
  | { readonly code: "RESOURCE_NOT_FOUND"; readonly message: string }
  | { readonly code: "ACCESS_DENIED" | "BAD_IMAGE" | "REALM_UPLOAD_QUOTA"; readonly message: string }
  | { readonly code: "FILE_TOO_LARGE"; readonly message: string }
  /** A service that the server depends on failed. */
  | { readonly code: "STORAGE_FAILED"; readonly message: string }
  | { readonly code: "UNAUTHORIZED"; readonly message: string }
  | {
      readonly code: "TWO_FACTOR_CODE_REQUIRED" | "TWO_FACTOR_CODE_WRONG" | "TWO_FACTOR_SETUP_REQUIRED";
      readonly message: string;
    }
  /** The user must authenticate again. */
  | { readonly code: "CONFIRMATION_REQUIRED"; readonly message: string }
  | { readonly code: "INVALID_API_KEY"; readonly message: string }
  | { readonly code: "AUTHENTICATION_FAILED"; readonly message: string }
  | { readonly code: "PASSWORD_AUTH_DISABLED"; readonly message: string }
  | { readonly code: "USER_DEACTIVATED"; readonly message: string }
  | { readonly code: "REALM_DEACTIVATED"; readonly message: string }
  | { readonly code: "NONEXISTENT_SUBDOMAIN"; readonly message: string }
  | {
      /** The server doesn't have what this choice of a setting needs. */
      readonly code: "CHOICE_NOT_OFFERED";
      readonly message: string;
      readonly setting: string;
      readonly choice: string;
    }
  | { readonly code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN" | "UNKNOWN_ZOOM_USER"; readonly message: string }
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

type BadRequest = Extract<ApiError, { readonly code: "BAD_REQUEST" }>;

export const badRequest = (message: string): BadRequest => ({ code: "BAD_REQUEST", message });
/** A text is over its limit, in code points. */
export const tooLong = (name: string, limit: number): ApiError =>
  badRequest(`${name} is too long (limit: ${limit} characters)`);
/** Fails with the message of the first problem, and lists all of them. */
export const invalidFields = (problems: readonly [FieldProblem, ...FieldProblem[]]): ApiError => ({
  code: "BAD_REQUEST",
  message: problems[0].message,
  problems,
});
export const invalidUserId = (userId: UserId): ApiError => badRequest(`Invalid user ID ${userId}`);
export const invalidRecipientsType = badRequest("Invalid data type for recipients");
/** The caller owns no such thing. */
export const notFound = (message: string): ApiError => ({ code: "RESOURCE_NOT_FOUND", message });
const linkMessages: Readonly<Record<LinkProblem, string>> = {
  unknown: "This link is invalid or incomplete.",
  elsewhere: "This link is for another organization.",
  expired: "This link has expired.",
  revoked: "This link has been withdrawn.",
  used: "This link has already been used.",
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
/** The server has no capacity for the request right now. */
export const serverBusy = {
  code: "SERVER_BUSY",
  message: "The server is busy right now. Try again soon.",
  retryAfterSeconds: 5,
} as const satisfies ApiError;
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
export const invalidApiKey = {
  code: "INVALID_API_KEY",
  message: "Invalid API key",
} as const satisfies ApiError;

export const userDeactivated = {
  code: "USER_DEACTIVATED",
  message: "Account is deactivated",
} as const satisfies ApiError;
export const realmDeactivated = {
  code: "REALM_DEACTIVATED",
  message: "This organization has been deactivated",
} as const satisfies ApiError;
export const noSuchRealm = {
  code: "NONEXISTENT_SUBDOMAIN",
  message: "Invalid subdomain",
} as const satisfies ApiError;
