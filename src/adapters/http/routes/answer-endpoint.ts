import type { NextFunction, Request, RequestHandler, Response } from "express";
import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { decodeParameters, ignoredNames } from "../../zulip-wire/codecs/parameter";
import type { Admission } from "../admission/admission";
import type { Authentication } from "../authentication/authentication";
import { signedInIfAny } from "../authentication/signed-in";
import { checkCaller } from "../declaration/check-caller";
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
type Input = Parameters<AnyEndpoint["run"]>[2];

interface AnsweringPorts {
  readonly admission: Admission;
  readonly authentication: Authentication;
  readonly serverContext: ServerContext;
}

/** Decodes a request, runs the endpoint and sends the outcome. Holds the request's turns until it is answered. */
export const answerEndpoint = (
  { admission, authentication, serverContext }: AnsweringPorts,
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

  const endpoint = { declared, run, admission, withSessionScheme };
  return (request, response, next) => {
    admission.begin(response);
    new Answering(endpoint, request, response, next).begin();
  };
};

interface Endpoint {
  readonly declared: AnyEndpoint;
  readonly run: (request: Request, input: Input) => TaskEither<HttpError, object> | DeferredAnswer;
  readonly admission: Pick<Admission, "end">;
  readonly withSessionScheme: (error: HttpError) => HttpError;
}

/** A request that an endpoint answers. Thousands of polls wait as such objects, which are smaller than closures. */
class Answering {
  private ignored: readonly string[] = [];

  constructor(
    private readonly endpoint: Endpoint,
    private readonly request: Request,
    private readonly response: Response,
    private readonly next: NextFunction,
  ) {}

  /** Steps that needn't wait run at once: a promise costs more than the rest of a poll. */
  begin(): void {
    try {
      const allowed = checkCaller(this.endpoint.declared, signedInIfAny(this.request)?.user);
      if (E.isLeft(allowed)) this.send(allowed);
      else this.decodeAndRun();
    } catch (error) {
      this.failed(error);
    }
  }

  private decodeAndRun(): void {
    const { params } = this.endpoint.declared;
    const raw = parametersOf(this.request);
    this.ignored = ignoredNames(params, raw);
    const input = decodeParameters(params, raw);
    if (E.isLeft(input)) this.send(input);
    else this.run(input.right);
  }

  private run(input: Input): void {
    const { request, response } = this;
    const inPath: object | undefined = response.locals?.path;
    const running = this.endpoint.run(request, inPath === undefined ? input : { ...input, ...inPath });
    if (!(running instanceof DeferredAnswer)) {
      this.take(running());
      return;
    }
    const forget = running.begin((outcome) => this.take(outcome));
    // The client may have left while its credentials were checked.
    if (response.closed) forget();
    else response.on("close", forget);
  }

  private take(outcome: Outcome | Promise<Outcome>): void {
    if (outcome instanceof Promise)
      outcome.then(
        (one) => this.finish(one),
        (error: unknown) => this.failed(error),
      );
    else this.finish(outcome);
  }

  private finish(outcome: Outcome): void {
    if (E.isLeft(outcome)) this.send(E.left(this.endpoint.withSessionScheme(outcome.left)));
    else if (this.ignored.length === 0) this.send(outcome);
    else this.send(E.right(withIgnored(this.ignored, outcome.right)));
  }

  private send(outcome: Outcome): void {
    try {
      const sending = send(this.response, outcome);
      if (sending)
        sending.then(
          () => this.ended(),
          (error: unknown) => this.failed(error),
        );
      else this.ended();
    } catch (error) {
      this.failed(error);
    }
  }

  private ended(): void {
    this.endpoint.admission.end(this.response);
  }

  private failed(error: unknown): void {
    this.ended();
    this.next(error);
  }
}

/** Adds the parameters that had no effect to the fields of a success. */
const withIgnored = (ignored: readonly string[], body: object): object =>
  body instanceof Reply ? body : { ...body, ignored_parameters_unsupported: ignored };
