import type { Response } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import { errorResponse } from "./error-response";
import { stringifyBody } from "./raw-json";

/** Answers with the fields of a success, or with the envelope of a failure. */
export const send = (response: Response, outcome: Either<ApiError, object>): void => {
  if (isLeft(outcome)) {
    const { status, headers, body } = errorResponse(outcome.left);
    response.set(headers).status(status).json(body);
    return;
  }
  response.set("Content-Type", "application/json").status(200).end(stringifyBody(outcome.right));
};
