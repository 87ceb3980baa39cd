import type { Request } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import type { Strategy, StrategyCreated } from "passport";
import type { HttpError } from "../reply/http-error";
import type { SignedIn } from "./signed-in";

/** A Passport strategy that finds the caller with one function and reports its refusal as the error. */
export const checkStrategy = (
  check: (request: Request) => Promise<Either<HttpError, SignedIn>>,
): Strategy => ({
  name: "check",
  authenticate(this: StrategyCreated<Strategy>, request: Request) {
    check(request).then(
      (outcome) => (isLeft(outcome) ? this.error(outcome.left) : this.success(outcome.right)),
      (error) => this.error(error),
    );
  },
});
