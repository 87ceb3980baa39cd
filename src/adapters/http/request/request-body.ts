import { isUtf8 } from "node:buffer";
import bodyParser from "body-parser";
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from "express";
import multer from "multer";
import { codeOf, messageOf } from "../../../domain/codec/caught";
import { isDict } from "../../../domain/codec/dict";
import type { RawParameters } from "../../zulip-wire/codecs/parameter";
import { unreadable } from "../reply/http-error";
import { sendError } from "../reply/send";
import { mayBePlainForm, readPlainForm } from "./plain-form";
import { FileRefused } from "./request-files";
import { readForm } from "./request-form";
import { BodyRefused } from "./request-problems";

/** The most bytes read of a body with all its fields, by sender. */
const largestBodies = {
  /** Suffices for an address and a password. */
  anonymous: 65_536,
  /** Well above the longest message, and small enough to parse without delaying others. */
  signedIn: 1_000_000,
  /** A report of another program, authenticated by a bot's key. */
  report: 5_000_000,
} as const;

type Sender = keyof typeof largestBodies;

const report = bodyParser.text({
  limit: largestBodies.report,
  type: () => true,
  defaultCharset: "utf-8",
  verify: (_request, _response, body) => {
    if (!isUtf8(body)) throw new BodyRefused("NOT_UTF8");
  },
});

const forms = {
  anonymous: readForm(largestBodies.anonymous),
  signedIn: readForm(largestBodies.signedIn),
  report: readForm(largestBodies.report),
} as const satisfies Record<Sender, RequestHandler>;

/** Reads the forms of pages, which find out who sent them afterwards. */
export const readPageForm: RequestHandler = express.urlencoded({
  extended: false,
  limit: largestBodies.anonymous,
});

const plainForms = {
  anonymous: readPlainForm(forms.anonymous),
  signedIn: readPlainForm(forms.signedIn),
  report: readPlainForm(forms.report),
} as const satisfies Record<Sender, RequestHandler>;

const isForm = (type: string): boolean => /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);

const largeBytes = 16_384;

/** Whether the body is, or may be, larger than a few kilobytes. */
export const hasLargeBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > largeBytes;
const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

const hasBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Reads a body after authentication, because the limit depends on the sender. Refuses a body of a type that
 * the endpoint doesn't take without reading it.
 */
export const readBody =
  (takes: "form" | "report"): RequestHandler =>
  (request, response, next) => {
    const { "content-type": type, "content-length": length } = request.headers;
    const sender: Sender =
      request.user === undefined ? "anonymous" : takes === "report" ? "report" : "signedIn";
    if (Number(length ?? 0) > largestBodies[sender]) return next(new BodyRefused("TOO_LARGE"));
    if (sender === "report" && !isForm(type ?? ""))
      return report(request, response, (error?: unknown) => {
        if (error === undefined && typeof request.body !== "string") request.body = "";
        next(error);
      });
    // A form without fields may have no bytes at all, whatever its type says.
    if (type === undefined || length === "0") return next();
    if (mayBePlainForm(request)) return plainForms[sender](request, response, next);
    // If the body were ignored, the request would succeed without its parameters.
    if (takes === "form" && hasBody(request) && !request.is(formTypes))
      return next(new BodyRefused("NOT_A_FORM"));
    return forms[sender](request, response, next);
  };

const problems: Readonly<Record<string, string>> = {
  "entity.too.large": "Request is too large",
  "parameters.too.many": "Request has too many parameters",
  LIMIT_FIELD_VALUE: "Request is too large",
  LIMIT_FIELD_KEY: "Request is too large",
  LIMIT_FIELD_COUNT: "Request has too many parameters",
  LIMIT_PART_COUNT: "Request has too many parameters",
  LIMIT_UNEXPECTED_FILE: "This endpoint takes no files",
  LIMIT_FILE_COUNT: "This endpoint takes no files",
};

/** The status and the kind of an error of body-parser. */
const refusalOf = (error: unknown): { readonly status?: number; readonly type?: string } => {
  if (!isDict(error)) return {};
  const { status, type } = error;
  return { ...(typeof status === "number" && { status }), ...(typeof type === "string" && { type }) };
};

/** Answers unreadable bodies with the envelope, like every other mistake of a caller. */
export const bodyErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof FileRefused) {
    sendError(response, error.failure);
    return;
  }
  const code = codeOf(error);
  const { status, type } = refusalOf(error);
  const isCallers =
    error instanceof multer.MulterError ||
    error instanceof BodyRefused ||
    (status !== undefined && status >= 400 && status < 500);
  const isBroken = /Multipart|Unexpected end of form|Malformed|Request (aborted|closed)/.test(
    messageOf(error),
  );
  if (!isCallers && !isBroken) return next(error);
  const message =
    error instanceof BodyRefused ? error.message : (problems[type ?? ""] ?? problems[code ?? ""]);
  sendError(response, unreadable(status ?? (code === "LIMIT_FIELD_VALUE" ? 413 : 400), message));
};

const lastOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? last : JSON.stringify(last);
};

/** The parameters of a request, from its query and its body. */
export const parametersOf = (request: Request): RawParameters => {
  const raw = new Map<string, string>();
  const { url, body } = request;
  const start = url.indexOf("?");
  if (start >= 0 && !addPlainQuery(raw, url, start + 1)) addAll(raw, request.query);
  if (typeof body === "object" && body !== null) addAll(raw, body);
  return raw;
};

const addAll = (raw: Map<string, string>, source: Record<string, unknown>): void => {
  for (const name of Object.keys(source)) raw.set(name, lastOf(source[name]));
};

/** Signs that must be decoded, or that end the query. */
const needsDecoding = /[%+#]/;
const mostPlain = 16;

/**
 * Adds the parameters of a short query with nothing to decode, as most polls have it. Express would build
 * several objects. @returns whether it did.
 */
const addPlainQuery = (raw: Map<string, string>, url: string, start: number): boolean => {
  if (needsDecoding.test(url)) return false;
  for (let count = 0, at = start; at < url.length; count += 1) {
    if (count === mostPlain) {
      raw.clear();
      return false;
    }
    const separator = url.indexOf("&", at);
    const end = separator < 0 ? url.length : separator;
    const equals = url.indexOf("=", at);
    if (end > at)
      if (equals >= at && equals < end) raw.set(url.slice(at, equals), url.slice(equals + 1, end));
      else raw.set(url.slice(at, end), "");
    at = end + 1;
  }
  return true;
};
