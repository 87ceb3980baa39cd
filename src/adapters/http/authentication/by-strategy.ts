import type { Request, RequestHandler, Response } from "express";
import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import passport from "passport";
import { notLoggedIn } from "../../../domain/caller-refusals";
import type { HttpError } from "../reply/http-error";
import { type SignedIn, signIn } from "./signed-in";

/** Answers requests whose authentication failed, which may be counted first. */
export type Refuse = (request: Request, response: Response, error: HttpError) => void;

type Done = (error: unknown, caller?: SignedIn | false) => void;

/** Runs a check and reports its outcome to Passport, with a refusal as the error. */
export const report = (check: TaskEither<HttpError, SignedIn>, done: Done): void => {
  check()
    .then(E.match(done, (caller) => done(null, caller)))
    .catch(done);
};

/** Admits a request with the caller that a Passport strategy finds, or refuses it. */
export const byStrategy = (
  strategy: passport.Strategy,
  refuse: Refuse,
  found: (request: Request, caller: SignedIn) => void = () => {},
): RequestHandler => {
  const authenticator = new passport.Passport();
  authenticator.use("callers", strategy);
  return (request, response, next) => {
    const onChecked: Done = (error, caller) => {
      if (isHttpError(error)) return refuse(request, response, error);
      if (error) return next(error);
      if (!caller) return refuse(request, response, notLoggedIn);
      found(request, caller);
      signIn(request, caller);
      next();
    };
    authenticator.authenticate("callers", { session: false }, onChecked)(request, response, next);
  };
};

const isHttpError = (error: unknown): error is HttpError =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  "message" in error &&
  !(error instanceof Error);
