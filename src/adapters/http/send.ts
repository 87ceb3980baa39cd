import type { Response } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import { errorResponse } from "./error-response";
import { stringifyBody } from "./raw-json";
import { Reply } from "./reply";

/** Answers with the fields of a success, with a reply of its own, or with the envelope of a failure. */
export const send = async (response: Response, outcome: Either<ApiError, object>): Promise<void> => {
  if (isLeft(outcome)) {
    const { status, headers, body } = errorResponse(outcome.left);
    response.set(headers).status(status).json(body);
    return;
  }
  if (outcome.right instanceof Reply) return outcome.right.send(response.req, response);
  response.set("Content-Type", "application/json").status(200).end(stringifyBody(outcome.right));
};
