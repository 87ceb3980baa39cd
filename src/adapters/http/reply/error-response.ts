import type { GroupUse } from "../../../domain/groups/refusals";
import type { FieldProblem } from "../../../domain/refusal";
import { settingNumber } from "../../zulip-wire/codecs/setting-numbers";
import { settingName } from "../../zulip-wire/setting-names";
import type { HttpError } from "./http-error";

interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const authenticate = (scheme: "Basic" | "Session") => ({ "WWW-Authenticate": `${scheme} realm="zulip"` });

const encodeUse = (use: GroupUse): object => {
  switch (use.kind) {
    case "subgroup":
      return { type: "subgroup", supergroup_ids: use.groupIds };
    case "channel":
      return { type: "channel", channel_id: use.channelId, settings: use.settings.map(settingName) };
    case "group":
      return { type: "user_group", group_id: use.groupId, settings: use.settings.map(settingName) };
    case "realm":
      return { type: "realm", settings: use.settings.map(settingName) };
  }
};

/** Messages by field; those about the whole form are where clients look for them. */
const encodeProblems = (problems: readonly FieldProblem[]): object => {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of problems) {
    const name = field === undefined ? "__all__" : settingName(field);
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
};

/** Each failure's status, the fields that go with its code, and the API's message where it quotes its own numbers. API §7. */
const detailsOf = (
  error: HttpError,
): {
  status: number;
  headers?: Record<string, string>;
  more?: object;
  code?: string;
  message?: string;
} => {
  switch (error.code) {
    case "BAD_REQUEST":
      return { status: 400, ...(error.problems && { more: { errors: encodeProblems(error.problems) } }) };
    case "REQUEST_VARIABLE_MISSING":
    case "REQUEST_VARIABLE_INVALID":
      return { status: 400, more: { var_name: error.variable } };
    case "BAD_NARROW":
      return { status: 400, more: { desc: error.description } };
    case "BAD_EVENT_QUEUE_ID":
      return { status: 400, more: { queue_id: error.queueId } };
    case "CHANNEL_DOES_NOT_EXIST":
      return {
        status: 400,
        code: "STREAM_DOES_NOT_EXIST",
        more: typeof error.channel === "number" ? { stream_id: error.channel } : { stream: error.channel },
      };
    case "CHANNEL_ALREADY_EXISTS":
      return { status: 409, more: { channel_name: error.channelName } };
    case "CANNOT_ADMINISTER_CHANNEL":
    case "UNAUTHORIZED_PRINCIPAL":
    case "EXPECTATION_MISMATCH":
      return { status: 400 };
    case "SYSTEM_GROUP_REQUIRED":
      return { status: 400, more: { setting_name: settingName(error.setting) } };
    case "CANNOT_DEACTIVATE_GROUP_IN_USE":
      return { status: 400, more: { objections: error.uses.map(encodeUse) } };
    case "CANNOT_DEACTIVATE_LAST_USER":
      return { status: 400, more: { is_last_owner: error.isLastOwner, entity: error.entity } };
    case "CHANNEL_WILDCARD_MENTION_NOT_ALLOWED":
      return { status: 400, code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" };
    case "TOPIC_WILDCARD_MENTION_NOT_ALLOWED":
    case "REACTION_ALREADY_EXISTS":
    case "REACTION_DOES_NOT_EXIST":
      return { status: 400 };
    case "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED":
      return {
        status: 400,
        more: {
          first_message_id_allowed_to_move: error.firstAllowedId ?? 0,
          total_messages_in_topic: error.total,
          total_messages_allowed_to_move: error.allowed,
        },
      };
    case "INVITATION_FAILED":
      return {
        status: 400,
        more: {
          errors: error.refused.map(({ email, reason, isDeactivated }) => [email, reason, isDeactivated]),
          sent_invitations: error.someSent,
          daily_limit_reached: error.isDailyLimitReached,
          license_limit_reached: false,
        },
      };
    case "CHOICE_NOT_OFFERED":
      return {
        status: 400,
        code: "BAD_REQUEST",
        message: `Invalid ${settingName(error.setting)} ${settingNumber(error.setting, error.choice)}`,
      };
    case "LINK_REFUSED":
      return { status: 400, code: "BAD_REQUEST" };
    case "PUSH_SERVICE_NOT_CONFIGURED":
    case "INVALID_PUSH_DEVICE_TOKEN":
    case "INVALID_REMOTE_PUSH_DEVICE_TOKEN":
    case "NO_ACTIVE_PUSH_DEVICE":
      return { status: 400 };
    case "ADMIN_ACTION_REQUIRED":
      return { status: 403 };
    case "FAILED_TO_CONNECT_BOUNCER":
    case "INTERNAL_SERVER_ERROR_ON_BOUNCER":
      return { status: 502 };
    case "RESOURCE_NOT_FOUND":
      return { status: 404, code: "BAD_REQUEST" };
    case "ACCESS_DENIED":
    case "CONFIRMATION_REQUIRED":
      return { status: 403 };
    case "BAD_IMAGE":
    case "REALM_UPLOAD_QUOTA":
      return { status: 400 };
    case "FILE_TOO_LARGE":
      return { status: 400, code: "BAD_REQUEST" };
    case "STORAGE_FAILED":
      return { status: 503, headers: { "Retry-After": "5" } };
    case "UNAUTHORIZED":
      return { status: 401, headers: authenticate("scheme" in error ? error.scheme : "Basic") };
    case "UNREADABLE_REQUEST":
      return { status: error.status, code: "BAD_REQUEST" };
    case "METHOD_NOT_ALLOWED":
      return {
        status: 405,
        headers: { Allow: error.methods.join(", ") },
        more: { allowed_methods: error.methods },
      };
    case "READ_TOOK_TOO_LONG":
      return { status: 400 };
    case "INTERNAL_SERVER_ERROR":
      return { status: 500 };
    case "CSRF_FAILED":
      return { status: 403, more: { reason: error.reason } };
    case "TWO_FACTOR_CODE_REQUIRED":
    case "TWO_FACTOR_CODE_WRONG":
    case "TWO_FACTOR_SETUP_REQUIRED":
    case "INVALID_API_KEY":
    case "AUTHENTICATION_FAILED":
    case "PASSWORD_AUTH_DISABLED":
    case "USER_DEACTIVATED":
    case "REALM_DEACTIVATED":
      return { status: 401 };
    case "NONEXISTENT_SUBDOMAIN":
    case "NOT_FOUND":
      return { status: 404 };
    case "INVALID_JSON":
    case "INVALID_VIDEO_CALL_PROVIDER_TOKEN":
    case "UNKNOWN_ZOOM_USER":
      return { status: 400 };
    case "MISSING_HTTP_EVENT_HEADER":
      return { status: 400, more: { header: error.header } };
    case "UNSUPPORTED_WEBHOOK_EVENT_TYPE":
      // The sending service can't fix this: an error would only make it report a failure.
      return { status: 200, more: { webhook_name: error.webhookName, event_type: error.eventType } };
    case "ANOMALOUS_WEBHOOK_PAYLOAD":
      return { status: 400, more: { webhook_name: error.webhookName } };
    case "RATE_LIMIT_HIT":
    case "SERVER_BUSY":
    case "SERVICE_UNAVAILABLE":
      return {
        status: error.code === "RATE_LIMIT_HIT" ? 429 : 503,
        headers: { "Retry-After": String(Math.ceil(error.retryAfterSeconds)) },
        more: { "retry-after": error.retryAfterSeconds },
      };
  }
};

/** The envelope of a failure. */
export const errorResponse = (error: HttpError): ErrorResponse => {
  const { status, headers = {}, more = {}, code = error.code, message = error.message } = detailsOf(error);
  return { status, headers, body: { result: "error", msg: message, ...more, code } };
};
