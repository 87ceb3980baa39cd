import express, { type Request, type RequestHandler, type Response } from "express";
import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { Needs } from "../../../application/bind-use-cases";
import type { findRealm } from "../../../application/realm/find-realm";
import type { User } from "../../../domain/users/user";
import { decodeParameters, ignoredNames } from "../../zulip-wire/codecs/parameter";
import type { ServerFacts } from "../../zulip-wire/facts";
import type { Admission } from "../admission/admission";
import type { Authentication, BrowserCredentials } from "../authentication/authentication";
import type { Refuse } from "../authentication/by-strategy";
import { keyAuthentication } from "../authentication/key-authentication";
import type { SignedIn } from "../authentication/signed-in";
import { authenticatedOrSpectator } from "../authentication/spectators";
import { refusalOf } from "../declaration/caller-refusal";
import { costOf, costOfRequest } from "../declaration/cost";
import type { AnyEndpoint } from "../declaration/endpoint";
import { endpointNotFound, type HttpError, methodNotAllowed } from "../reply/http-error";
import { Later } from "../reply/later";
import { Reply } from "../reply/reply";
import { send } from "../reply/send";
import { hasLargeBody, parametersOf, readBody } from "../request/request-body";
import { readFiles } from "../request/request-files";
import { chainHandlers } from "./chain-handlers";
import {
  ExpressContext,
  ExpressSignedInContext,
  ExpressSpectatorContext,
  ExpressWebhookContext,
} from "./express-contexts";
import { hasPlainNumbers } from "./path-numbers";
import type { Protocol } from "./protocol";

interface Routing {
  /** Measures the requests of an endpoint, if metrics are on. */
  readonly timed?: ((declared: AnyEndpoint) => RequestHandler) | undefined;
  readonly limited: RequestHandler;
  readonly refuse: Refuse;
  readonly admission: Admission;
  readonly authentication: Authentication;
  readonly startSession: BrowserCredentials["startSession"];
  /** Handles requests that match no endpoint. */
  readonly otherwise: RequestHandler;
  readonly protocols?: readonly Protocol[];
}

type Outcome = Either<HttpError, object>;

/** What the router needs besides its endpoints' use cases. */
export type RouterServices = Needs<typeof findRealm> &
  Parameters<typeof keyAuthentication>[0] &
  Parameters<typeof readFiles>[0];

/** The routes of declared endpoints. */
export interface EndpointRoutes {
  readonly handler: RequestHandler;
  /** Handlers of paths without parameters, by `METHOD path`, for callers that bypass Express. */
  readonly fixed: ReadonlyMap<string, RequestHandler>;
}

/** Builds the routes of declared endpoints and binds each use case to the services, once. */
export const endpointRouter = <Services extends RouterServices>(
  services: Services,
  server: ServerFacts,
  endpoints: readonly AnyEndpoint<Services>[],
  { timed, limited, refuse, admission, authentication, startSession, otherwise, protocols = [] }: Routing,
): EndpointRoutes => {
  const router = express.Router({ caseSensitive: true });
  const authenticated = authentication.required;
  const keyed = [keyAuthentication(services, server, refuse), limited];
  const roomForBody = admission.turn(({ user }) => (user === undefined ? "unknownBody" : "body"));
  const reading = (takes: "form" | "report"): RequestHandler => {
    const read = readBody(takes);
    const readLarge = chainHandlers([roomForBody, read]);
    return (request, response, next) => (hasLargeBody(request) ? readLarge : read)(request, response, next);
  };
  const readReport = reading("report");
  /** Where the key is in the address, authentication comes before reading anything else. */
  const byKey: RequestHandler = (request, response, next) =>
    chainHandlers("api_key" in request.query ? [...keyed, readReport] : [readReport, ...keyed])(
      request,
      response,
      next,
    );

  const serverContext = { server, startSession, isStillValid: authentication.isStillValid };
  const callerOf = (request: Request) => new ExpressSignedInContext(request, serverContext).caller;

  const run = (
    declared: AnyEndpoint<Services>,
    bound: unknown,
    request: Request,
    given: Parameters<AnyEndpoint["run"]>[2],
  ): TaskEither<HttpError, object> | Later => {
    switch (declared.caller) {
      case "anyone":
        return declared.run(bound, new ExpressContext(request, serverContext), given);
      case "user":
        return declared.run(bound, new ExpressSignedInContext(request, serverContext), given);
      case "webhook":
        return declared.run(bound, new ExpressWebhookContext(request, serverContext), given);
      case "spectator":
        return declared.run(bound, new ExpressSpectatorContext(request, serverContext), given);
    }
  };

  /** Names the session scheme for page requests: browsers would ask for a password on Basic. */
  const withSessionScheme = (error: HttpError): HttpError =>
    error.code === "UNAUTHORIZED" && authentication.refusal.code === "UNAUTHORIZED"
      ? { ...authentication.refusal, message: error.message }
      : error;

  /** Whatever needs no waiting happens at once: a promise costs more than the rest of a poll. */
  const handle = (
    declared: AnyEndpoint<Services>,
    bound: unknown,
    request: Request,
    inPath: object | undefined,
    answer: (outcome: Outcome | Promise<Outcome>) => void,
  ): (() => void) | undefined => {
    const refusal = refusalOf(declared, userOf(request));
    if (refusal) return void answer(left(refusal));
    const given = parametersOf(request);
    const decoded = decodeParameters(declared.params, given);
    if (isLeft(decoded)) return void answer(decoded);
    const all = inPath === undefined ? decoded.right : { ...decoded.right, ...inPath };
    const running = run(declared, bound, request, all);
    const ignored = ignoredNames(declared.params, given);
    const finish = (outcome: Outcome): Outcome => finished(outcome, ignored);
    if (running instanceof Later)
      return running.begin((outcome) =>
        answer(outcome instanceof Promise ? outcome.then(finish) : finish(outcome)),
      );
    return void answer(running().then(finish));
  };

  const finished = (outcome: Outcome, ignored: readonly string[]): Outcome => {
    if (isLeft(outcome)) return left(withSessionScheme(outcome.left));
    if (outcome.right instanceof Reply || ignored.length === 0) return outcome;
    return right({ ...outcome.right, ignored_parameters_unsupported: ignored });
  };

  /** Answers a request, and holds its turns until it is answered. */
  const answerBy =
    (
      begin: (
        request: Request,
        response: Response,
        answer: (outcome: Outcome | Promise<Outcome>) => void,
      ) => (() => void) | undefined,
    ): RequestHandler =>
    (request, response, next) => {
      admission.begin(response);
      const failed = (error: unknown): void => {
        admission.end(response);
        next(error);
      };
      const ended = (): void => admission.end(response);
      const sent = (outcome: Outcome): void => {
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
          outcome instanceof Promise ? void outcome.then(sent, failed) : sent(outcome),
        );
        if (forget) response.once("close", forget);
      } catch (error) {
        failed(error);
      }
    };

  /** Fixed paths by method, found by one lookup; Express tries the others one by one. */
  const fixed = new Map<string, RequestHandler>();
  const methodsAt = new Map<string, string[]>();
  for (const declared of endpoints) {
    const route = declared.at.replace(/\{(\w+)\}/g, ":$1").replace(/\{\+(\w+)\}/g, "*$1");
    const method = declared.method.toUpperCase();
    const bound: unknown = declared.use(services);
    methodsAt.set(route, [...(methodsAt.get(route) ?? []), method]);
    // A path that doesn't have the declared form may belong to another endpoint: /users/{user_id},
    // /users/{email}.
    const isOurs: RequestHandler = (request, response, next) => {
      const given = new Map(
        Object.entries(request.params).map(([name, value]) => [name, [value].flat().join("/")]),
      );
      const path = decodeParameters(declared.path, given);
      if (isLeft(path) || !hasPlainNumbers(path.right, given)) return next("route");
      response.locals.path = path.right;
      next();
    };
    const answer = answerBy((request, response, answered) =>
      handle(declared, bound, request, response.locals?.path, answered),
    );
    const { refuseForged } = authentication;
    const refuseForgedIfKnown: RequestHandler = (request, response, next) =>
      request.user === undefined ? next() : refuseForged(request, response, next);
    const form = reading("form");
    const waitForTurn = admission.turn((request) => costOfRequest(declared, () => parametersOf(request)));
    const prepared = {
      anyone: [form, waitForTurn],
      spectator: [
        authenticatedOrSpectator(services, server, authentication),
        limited,
        form,
        refuseForgedIfKnown,
        waitForTurn,
      ],
      user: [authenticated, limited, form, refuseForged, waitForTurn],
      webhook: [byKey, waitForTurn],
    }[declared.caller];
    const rule = declared.caller === "user" ? declared.takesFile : undefined;
    // Reads files only from callers who may upload them.
    const admitting = rule
      ? [
          authenticated,
          limited,
          refuseForged,
          refuseCallers(declared),
          admission.turn(costOf(declared)),
          readFiles(services, rule, callerOf, form),
        ]
      : prepared;
    const handlers = timed ? [timed(declared), ...admitting] : admitting;
    if (/[:*]/.test(route)) router[declared.method](route, isOurs, ...handlers, answer);
    else fixed.set(`${method} ${route}`, chainHandlers([...handlers, answer]));
  }
  const refuseMethod = (response: Response, methods: readonly string[]): void =>
    void send(response, left(methodNotAllowed(methods)));
  for (const { at, callers, authentication: own, answer } of protocols)
    router.all(
      [at, `${at}/*rest`],
      own.required,
      limited,
      refuseCallers(callers),
      admission.turn(costOf(callers)),
      (request, response, next) => {
        admission.begin(response);
        const ended = (): void => admission.end(response);
        answer(new ExpressSignedInContext(request, serverContext), request, response).then(ended, (error) => {
          ended();
          next(error);
        });
      },
    );
  for (const [route, methods] of methodsAt)
    if (/[:*]/.test(route))
      router.all(route, (request, response, next) =>
        methods.includes(request.method) ? next("route") : refuseMethod(response, methods),
      );
  router.use(otherwise);
  const handler: RequestHandler = (request, response, next) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const answer = fixed.get(`${method} ${request.path}`);
    if (answer) return answer(request, response, next);
    const methods = methodsAt.get(request.path);
    return methods ? refuseMethod(response, methods) : router(request, response, next);
  };
  return { handler, fixed };
};

const userOf = (request: Request): User | undefined =>
  (request.user as unknown as SignedIn | undefined)?.user;

/** Refuses callers without access before reading anything from them. */
const refuseCallers =
  (declared: AnyEndpoint): RequestHandler =>
  (request, response, next) => {
    const refusal = refusalOf(declared, userOf(request));
    if (refusal) void send(response, left(refusal));
    else next();
  };

/** Answers unknown paths below `/api/v1` with the envelope. */
export const noSuchEndpoint: RequestHandler = (_request, response) => {
  void send(response, left(endpointNotFound));
};
