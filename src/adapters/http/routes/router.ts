import express, { type Request, type RequestHandler, type Response } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { Needs } from "../../../application/bind-use-cases";
import type { findRealm } from "../../../application/realm/find-realm";
import type { User } from "../../../domain/users/user";
import { decodeParameters, ignoredNames } from "../../zulip-wire/codecs/parameter";
import type { ServerInfo } from "../../zulip-wire/server-info";
import type { Admission } from "../admission/admission";
import type { Authentication, BrowserCredentials } from "../authentication/authentication";
import type { Refuse } from "../authentication/by-strategy";
import { keyAuthentication } from "../authentication/key-authentication";
import { signedInIfAny } from "../authentication/signed-in";
import { authenticatedOrSpectator } from "../authentication/spectators";
import { refusalOf } from "../declaration/caller-refusal";
import { costOf, costOfRequest } from "../declaration/cost";
import type { AnyEndpoint } from "../declaration/endpoint";
import { endpointNotFound, type HttpError, methodNotAllowed } from "../reply/http-error";
import { Later } from "../reply/later";
import { Reply } from "../reply/reply";
import { send, sendError } from "../reply/send";
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
import type { TracedRequests } from "./traced-requests";

interface Routing {
  /** Measures the requests of an endpoint, if metrics are on. */
  readonly timed?: ((declared: AnyEndpoint) => RequestHandler) | undefined;
  /** Traces the requests of an endpoint, if traces are on. */
  readonly traced?: TracedRequests | undefined;
  readonly limited: RequestHandler;
  readonly refuse: Refuse;
  readonly admission: Admission;
  readonly authentication: Authentication;
  readonly startSession: BrowserCredentials["startSession"];
  /** Handles requests that match no endpoint. */
  readonly otherwise: RequestHandler;
  readonly protocols?: readonly Protocol[];
}

type Outcome = E.Either<HttpError, object>;

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
  server: ServerInfo,
  endpoints: readonly AnyEndpoint<Services>[],
  {
    timed,
    traced,
    limited,
    refuse,
    admission,
    authentication,
    startSession,
    otherwise,
    protocols = [],
  }: Routing,
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
    if (refusal) return void answer(E.left(refusal));
    const given = parametersOf(request);
    const finish = E.bimap(withSessionScheme, withIgnored(ignoredNames(declared.params, given)));
    const begin = (decoded: Parameters<AnyEndpoint["run"]>[2]): (() => void) | undefined => {
      const all = inPath === undefined ? decoded : { ...decoded, ...inPath };
      const running = run(declared, bound, request, all);
      if (running instanceof Later)
        return running.begin((outcome) =>
          answer(outcome instanceof Promise ? outcome.then(finish) : finish(outcome)),
        );
      return void answer(running().then(finish));
    };
    return pipe(
      decodeParameters(declared.params, given),
      E.matchW((error) => void answer(E.left(error)), begin),
    );
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
      pipe(
        decodeParameters(declared.path, given),
        E.filterOrElseW(
          (path) => hasPlainNumbers(path, given),
          () => undefined,
        ),
        E.match(
          () => next("route"),
          (path) => {
            response.locals.path = path;
            next();
          },
        ),
      );
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
    const handlers = [
      ...(timed ? [timed(declared)] : []),
      ...(traced ? [traced.begin(declared), ...admitting, traced.enter] : admitting),
    ];
    if (/[:*]/.test(route)) router[declared.method](route, isOurs, ...handlers, answer);
    else fixed.set(`${method} ${route}`, chainHandlers([...handlers, answer]));
  }
  const refuseMethod = (response: Response, methods: readonly string[]): void =>
    sendError(response, methodNotAllowed(methods));
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

/** Lists the parameters that had no effect beside the fields of a success. */
const withIgnored =
  (ignored: readonly string[]) =>
  (body: object): object =>
    body instanceof Reply || ignored.length === 0
      ? body
      : { ...body, ignored_parameters_unsupported: ignored };

const userOf = (request: Request): User | undefined => signedInIfAny(request)?.user;

/** Refuses callers without access before reading anything from them. */
const refuseCallers =
  (declared: AnyEndpoint): RequestHandler =>
  (request, response, next) => {
    const refusal = refusalOf(declared, userOf(request));
    if (refusal) sendError(response, refusal);
    else next();
  };

/** Answers unknown paths below `/api/v1` with the envelope. */
export const noSuchEndpoint: RequestHandler = (_request, response) => {
  sendError(response, endpointNotFound);
};
