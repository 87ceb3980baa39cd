import type { Response } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import { errorResponse } from "./error-response";
import { stringifyBody } from "./raw-json";
import { Reply } from "./reply";

/** Answers with an object in JSON. It ends as a line does, so that terminals show one answer below the other. */
export const sendJson = (response: Response, body: object): void => {
  if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "application/json");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.end(`${stringifyBody(body)}\n`);
};

/** Answers with the fields of a success, with a reply of its own, or with the envelope of a failure. */
export const send = async (response: Response, outcome: Either<ApiError, object>): Promise<void> => {
  if (isLeft(outcome)) {
    const { status, headers, body } = errorResponse(outcome.left);
    return sendJson(response.set(headers).status(status), body);
  }
  if (outcome.right instanceof Reply) return outcome.right.send(response.req, response);
  sendJson(response, outcome.right);
};
