import { isUtf8 } from "node:buffer";
import bodyParser from "body-parser";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { left } from "fp-ts/Either";
import multer from "multer";
import type { ApiError } from "../../domain/errors";
import type { Given } from "./codecs/parameter";
import { errorResponse } from "./error-response";
import { FileRefused } from "./request-files";
import { send, sendJson } from "./send";

/** Far above the longest message, far below what hurts. */
const largestBody = 1_000_000;
const mostFields = 1000;

class NotUtf8 extends Error {
  readonly status = 400;
}

const percentDecoded = (body: Buffer): Buffer =>
  Buffer.from(
    body
      .toString("latin1")
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

const form = bodyParser.urlencoded({
  extended: false,
  limit: largestBody,
  parameterLimit: mostFields,
  verify: (_request, _response, body) => {
    if (!isUtf8(body)) throw new NotUtf8();
    if (body.includes("%") && !isUtf8(percentDecoded(body))) throw new NotUtf8();
  },
});

const multipart = multer({ limits: { fieldSize: largestBody, fields: mostFields, files: 0 } }).none();

/** Stops a multipart body that isn't UTF-8, which the parser would quietly mend. */
const checkMultipart: RequestHandler = (request, _response, next) => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let failed = false;
  request.on("data", (chunk: Buffer) => {
    if (failed) return;
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      failed = true;
    }
  });
  multipart(request, _response, (error?: unknown) => next(error ?? (failed ? new NotUtf8() : undefined)));
};

/** The longest that a webhook may be told, in bytes. */
const largestReport = 5_000_000;
const report = bodyParser.text({
  limit: largestReport,
  type: () => true,
  defaultCharset: "utf-8",
  verify: (_request, _response, body) => {
    if (!isUtf8(body)) throw new NotUtf8();
  },
});
const isForm = (type: string): boolean => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type);

/** Reads form and multipart bodies, and what other programs report, which is theirs to form. */
export const readBody: RequestHandler = (request, response, next) => {
  const { "content-type": type, "content-length": length } = request.headers;
  if (request.path.startsWith("/external/") && !isForm(type ?? ""))
    return report(request, response, (error?: unknown) => {
      if (error === undefined && typeof request.body !== "string") request.body = "";
      next(error);
    });
  // A form without fields may be no bytes at all, whatever its type says.
  if (type === undefined || length === "0") return next();
  return (type.startsWith("multipart/") ? checkMultipart : form)(request, response, next);
};

const problems: Readonly<Record<string, string>> = {
  "entity.too.large": "Request is too large",
  "parameters.too.many": "Request has too many parameters",
  LIMIT_FIELD_VALUE: "Request is too large",
  LIMIT_FIELD_COUNT: "Request has too many parameters",
  LIMIT_UNEXPECTED_FILE: "This endpoint takes no files",
  LIMIT_FILE_COUNT: "This endpoint takes no files",
};

/** Bodies that can't be read get the envelope, like every other mistake of a caller's. */
export const bodyErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof FileRefused) {
    void send(response, left(error.failure));
    return;
  }
  const { status, type, code } = error as { status?: number; type?: string; code?: string };
  const isCallers =
    error instanceof multer.MulterError ||
    error instanceof NotUtf8 ||
    (status !== undefined && status >= 400 && status < 500);
  const isBroken = /Multipart|Unexpected end of form|Malformed|Request (aborted|closed)/.test(
    String((error as Error).message),
  );
  if (!isCallers && !isBroken) return next(error);
  const message =
    error instanceof NotUtf8
      ? "Request is not valid UTF-8"
      : (problems[type ?? ""] ?? problems[code ?? ""] ?? "Malformed request");
  const failure: ApiError = { code: "BAD_REQUEST", message };
  response.status(status ?? (code === "LIMIT_FIELD_VALUE" ? 413 : 400));
  sendJson(response, errorResponse(failure).body);
};

const lastOf = (value: unknown): string => {
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? last : JSON.stringify(last);
};

const formOf = ({ body }: Request): Record<string, unknown> =>
  typeof body === "object" && body !== null ? body : {};

/** The parameters of a request, from its query and its body. */
export const givenIn = (request: Request): Given =>
  new Map(
    [request.query, formOf(request)].flatMap((source) =>
      Object.entries(source).map(([name, value]): [string, string] => [name, lastOf(value)]),
    ),
  );
