import type { Request, RequestHandler, Response } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import passport from "passport";
import { notLoggedIn } from "../../../domain/errors";
import type { HttpError } from "../reply/http-error";
import { type SignedIn, signIn } from "./signed-in";

/** Answers requests whose authentication failed, which may be counted first. */
export type Refuse = (request: Request, response: Response, error: HttpError) => void;

type Done = (error: unknown, caller?: SignedIn | false) => void;

/** Reports a check's outcome to Passport, with a refusal as the error. */
export const report = (check: Promise<Either<HttpError, SignedIn>>, done: Done): void => {
  check.then((outcome) => (isLeft(outcome) ? done(outcome.left) : done(null, outcome.right)), done);
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
