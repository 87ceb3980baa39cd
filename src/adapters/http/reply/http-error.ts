import { type ApiError, notLoggedIn } from "../../../domain/errors";
import type { ParameterRefusal } from "../../zulip-wire/codecs/parameter";

/** A failure that belongs to HTTP alone; no use case knows it. */
export type HttpRefusal =
  | ParameterRefusal
  | { readonly code: "CSRF_FAILED"; readonly message: string; readonly reason: string }
  | { readonly code: "INVALID_JSON"; readonly message: string }
  | { readonly code: "MISSING_HTTP_EVENT_HEADER"; readonly message: string; readonly header: string }
  | { readonly code: "NOT_FOUND"; readonly message: string }
  /** `scheme` is the authentication scheme to offer the client. The domain's own refusal offers Basic. */
  | { readonly code: "UNAUTHORIZED"; readonly message: string; readonly scheme: "Session" };

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
