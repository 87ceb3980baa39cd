import type { Request, RequestHandler, Response } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { decodeParameters, ignoredNames } from "../../zulip-wire/codecs/parameter";
import type { Admission } from "../admission/admission";
import type { Authentication } from "../authentication/authentication";
import { signedInIfAny } from "../authentication/signed-in";
import { refusalOf } from "../declaration/caller-refusal";
import type { AnyEndpoint } from "../declaration/endpoint";
import { DeferredAnswer } from "../reply/deferred-answer";
import type { HttpError } from "../reply/http-error";
import { Reply } from "../reply/reply";
import { send } from "../reply/send";
import { parametersOf } from "../request/request-body";
import {
  ExpressContext,
  ExpressSignedInContext,
  ExpressSpectatorContext,
  ExpressWebhookContext,
  type ServerContext,
} from "./express-contexts";

type Outcome = E.Either<HttpError, object>;
type Answer = (outcome: Outcome | Promise<Outcome>) => void;
/** Stops what runs for a request that nobody waits for any more. */
type Forget = () => void;
type Input = Parameters<AnyEndpoint["run"]>[2];

interface Answering {
  readonly admission: Admission;
  readonly authentication: Authentication;
  readonly serverContext: ServerContext;
}

/** Decodes a request, runs the endpoint and sends the outcome. Holds the request's turns until it is answered. */
export const answerEndpoint = (
  { admission, authentication, serverContext }: Answering,
  declared: AnyEndpoint,
  bound: unknown,
): RequestHandler => {
  const run = (request: Request, input: Input): TaskEither<HttpError, object> | DeferredAnswer => {
    switch (declared.caller) {
      case "anyone":
        return declared.run(bound, new ExpressContext(request, serverContext), input);
      case "user":
        return declared.run(bound, new ExpressSignedInContext(request, serverContext), input);
      case "webhook":
        return declared.run(bound, new ExpressWebhookContext(request, serverContext), input);
      case "spectator":
        return declared.run(bound, new ExpressSpectatorContext(request, serverContext), input);
    }
  };

  /** Names the session scheme for page requests: browsers would ask for a password on Basic. */
  const withSessionScheme = (error: HttpError): HttpError =>
    error.code === "UNAUTHORIZED" && authentication.refusal.code === "UNAUTHORIZED"
      ? { ...authentication.refusal, message: error.message }
      : error;

  /** Whatever needs no waiting happens at once: a promise costs more than the rest of a poll. */
  const begin = (request: Request, response: Response, answer: Answer): Forget | undefined => {
    const refusal = refusalOf(declared, signedInIfAny(request)?.user);
    if (refusal) return void answer(E.left(refusal));
    const raw = parametersOf(request);
    const finish = E.bimap(withSessionScheme, withIgnored(ignoredNames(declared.params, raw)));
    const start = (input: Input): Forget | undefined => {
      const inPath: object | undefined = response.locals?.path;
      const running = run(request, inPath === undefined ? input : { ...input, ...inPath });
      if (running instanceof DeferredAnswer)
        return running.begin((outcome) =>
          answer(outcome instanceof Promise ? outcome.then(finish) : finish(outcome)),
        );
      return void answer(running().then(finish));
    };
    return pipe(
      decodeParameters(declared.params, raw),
      E.matchW((error) => void answer(E.left(error)), start),
    );
  };

  return (request, response, next) => {
    admission.begin(response);
    const ended = (): void => admission.end(response);
    const failed = (error: unknown): void => {
      ended();
      next(error);
    };
    const sendOutcome = (outcome: Outcome): void => {
      try {
        const sending = send(response, outcome);
        if (sending) sending.then(ended, failed);
        else ended();
      } catch (error) {
        failed(error);
      }
    };
    try {
      const forget = begin(request, response, (outcome) =>
        outcome instanceof Promise ? void outcome.then(sendOutcome, failed) : sendOutcome(outcome),
      );
      if (forget) response.once("close", forget);
    } catch (error) {
      failed(error);
    }
  };
};

/** Lists the parameters that had no effect beside the fields of a success. */
const withIgnored =
  (ignored: readonly string[]) =>
  (body: object): object =>
    body instanceof Reply || ignored.length === 0
      ? body
      : { ...body, ignored_parameters_unsupported: ignored };
