import type { Request } from "express";
import type { TaskEither } from "fp-ts/TaskEither";
import type { Strategy, StrategyCreated } from "passport";
import type { HttpError } from "../reply/http-error";
import { report } from "./by-strategy";
import type { SignedIn } from "./signed-in";

/** A Passport strategy that finds the caller with one function and reports its refusal as the error. */
export const checkStrategy = (check: (request: Request) => TaskEither<HttpError, SignedIn>): Strategy => ({
  name: "check",
  authenticate(this: StrategyCreated<Strategy>, request: Request) {
    report(check(request), (error, caller) => (caller ? this.success(caller) : this.error(error)));
  },
});
