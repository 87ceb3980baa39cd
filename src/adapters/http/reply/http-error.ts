import type { ApiError } from "../../../application/api-error";
import { notLoggedIn } from "../../../domain/caller-refusals";
import type { ParameterRefusal } from "../../zulip-wire/codecs/parameter";
import type { MalformedRequest } from "../../zulip-wire/malformed-request";

/** Statuses of requests that can't be read. */
export const unreadableStatuses = [400, 408, 412, 413, 415, 416, 431] as const;
type UnreadableStatus = (typeof unreadableStatuses)[number];

/** A failure that belongs to HTTP alone; no use case knows it. */
export type HttpRefusal =
  | MalformedRequest
  | ParameterRefusal
  | { readonly code: "CSRF_FAILED"; readonly message: string; readonly reason: string }
  | { readonly code: "INTERNAL_SERVER_ERROR"; readonly message: string }
  | { readonly code: "INVALID_JSON"; readonly message: string }
  | { readonly code: "METHOD_NOT_ALLOWED"; readonly message: string; readonly methods: readonly string[] }
  | { readonly code: "MISSING_HTTP_EVENT_HEADER"; readonly message: string; readonly header: string }
  | { readonly code: "NOT_FOUND"; readonly message: string }
  | { readonly code: "READ_TOOK_TOO_LONG"; readonly message: string }
  | { readonly code: "SERVICE_UNAVAILABLE"; readonly message: string; readonly retryAfterSeconds: number }
  /** `scheme` is the authentication scheme to offer the client. The application's own refusal offers Basic. */
  | { readonly code: "UNAUTHORIZED"; readonly message: string; readonly scheme: "Basic" | "Session" }
  | { readonly code: "UNREADABLE_REQUEST"; readonly message: string; readonly status: UnreadableStatus };

/** Everything that an endpoint can fail with. */
export type HttpError = ApiError | HttpRefusal;

/** The request doesn't come from one of our own pages. */
export const csrfFailed = (reason: string): HttpRefusal => ({
  code: "CSRF_FAILED",
  message: `CSRF error: ${reason}`,
  reason,
});
/** The browser has no session. */
export const noSession = { ...notLoggedIn, scheme: "Session" } as const satisfies HttpRefusal;
export const malformedJson = {
  code: "INVALID_JSON",
  message: "Malformed JSON",
} as const satisfies HttpRefusal;
export const noEventHeader = (header: string): HttpRefusal => ({
  code: "MISSING_HTTP_EVENT_HEADER",
  message: `Missing the HTTP event header '${header}'`,
  header,
});
export const endpointNotFound = {
  code: "NOT_FOUND",
  message: "API endpoint not found",
} as const satisfies HttpRefusal;
export const pathNotFound = { code: "NOT_FOUND", message: "Not found" } as const satisfies HttpRefusal;
export const methodNotAllowed = (methods: readonly string[]): HttpRefusal => ({
  code: "METHOD_NOT_ALLOWED",
  message: "Method Not Allowed",
  methods,
});
/** The request can't be read. Other statuses become 400. */
export const unreadable = (status: number | undefined, message = "Malformed request"): HttpRefusal => ({
  code: "UNREADABLE_REQUEST",
  message,
  status: unreadableStatuses.find((one) => one === status) ?? 400,
});
/** Retrying would take as long: the client must ask for less. */
export const readTookTooLong = {
  code: "READ_TOOK_TOO_LONG",
  message: "This search takes too long. Narrow it to a channel or sender, or use fewer words.",
} as const satisfies HttpRefusal;
/** A dependency is temporarily unavailable. */
export const unavailable = (
  message = "The server can't reach its storage right now. Try again soon.",
): HttpRefusal => ({ code: "SERVICE_UNAVAILABLE", message, retryAfterSeconds: 5 });
/** A bug, which was logged with this id. */
export const internalError = (requestId: string): HttpRefusal => ({
  code: "INTERNAL_SERVER_ERROR",
  message: `Internal server error (request ${requestId})`,
});
