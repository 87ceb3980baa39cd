import express, { type Request, type RequestHandler, type Response } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Needs } from "../../../application/bind-use-cases";
import type { Clock } from "../../../application/ports/system/clock";
import type { findRealm } from "../../../application/realm/find-realm";
import { decodeParameters } from "../../zulip-wire/codecs/parameter";
import type { ServerInfo } from "../../zulip-wire/server-info";
import type { Admission } from "../admission/admission";
import { afterWaiting } from "../authentication/after-waiting";
import type { Authentication, BrowserCredentials } from "../authentication/authentication";
import type { Refuse } from "../authentication/by-strategy";
import { keyAuthentication } from "../authentication/key-authentication";
import { signedInIfAny } from "../authentication/signed-in";
import { authenticatedOrSpectator } from "../authentication/spectators";
import { checkCaller } from "../declaration/check-caller";
import { costOf, costOfRequest } from "../declaration/cost";
import type { AnyEndpoint } from "../declaration/endpoint";
import { endpointNotFound, methodNotAllowed } from "../reply/http-error";
import { sendError } from "../reply/send";
import { hasLargeBody, parametersOf, readBody } from "../request/request-body";
import { readFiles } from "../request/request-files";
import { answerEndpoint } from "./answer-endpoint";
import { chainHandlers } from "./chain-handlers";
import { ExpressSignedInContext } from "./express-contexts";
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

/** What the router needs besides its endpoints' use cases. */
export type RouterServices = Needs<typeof findRealm> & { readonly clock: Clock } & Parameters<
    typeof keyAuthentication
  >[0] &
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

  /** Handlers that may wait, after which the credentials must still be valid. */
  const whileValid = (...handlers: readonly RequestHandler[]): RequestHandler =>
    afterWaiting(chainHandlers(handlers), { ...authentication, refuse });

  const serverContext = {
    server,
    clock: services.clock,
    startSession,
    isStillValid: authentication.isStillValid,
    unread: admission.unread,
  };
  const callerOf = (request: Request) => new ExpressSignedInContext(request, serverContext).caller;

  /** Fixed paths by method, found by one lookup; Express tries the others one by one. */
  const fixed = new Map<string, RequestHandler>();
  const methodsAt = new Map<string, string[]>();
  for (const declared of endpoints) {
    const route = declared.at.replace(/\{(\w+)\}/g, ":$1").replace(/\{\+(\w+)\}/g, "*$1");
    const method = declared.method.toUpperCase();
    const bound: unknown = declared.use(services);
    methodsAt.set(route, [...(methodsAt.get(route) ?? []), method]);
    const answer = answerEndpoint({ admission, authentication, serverContext }, declared, bound);
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
        whileValid(form, refuseForgedIfKnown, waitForTurn),
      ],
      user: [authenticated, limited, whileValid(form, refuseForged, waitForTurn)],
      webhook: [whileValid(byKey, waitForTurn)],
    }[declared.caller];
    const rule = declared.caller === "user" ? declared.takesFile : undefined;
    // Reads files only from callers who may upload them.
    const admitting = rule
      ? [
          authenticated,
          limited,
          refuseForged,
          refuseCallers(declared),
          whileValid(admission.turn(costOf(declared)), readFiles(services, rule, callerOf, form)),
        ]
      : prepared;
    const handlers = [
      ...(timed ? [timed(declared)] : []),
      ...(traced ? [traced.begin(declared), ...admitting, traced.enter] : admitting),
    ];
    if (/[:*]/.test(route)) router[declared.method](route, readPath(declared), ...handlers, answer);
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
      afterWaiting(admission.turn(costOf(callers)), { ...own, refuse }),
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

/** Reads the path. One that doesn't have the declared form may belong to another endpoint: /users/{user_id}, /users/{email}. */
const readPath =
  (declared: AnyEndpoint): RequestHandler =>
  (request, response, next) => {
    const raw = new Map(
      Object.entries(request.params).map(([name, value]) => [name, [value].flat().join("/")]),
    );
    pipe(
      decodeParameters(declared.path, raw),
      E.filterOrElseW(
        (path) => hasPlainNumbers(path, raw),
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

/** Refuses callers without access before reading anything from them. */
const refuseCallers =
  (declared: AnyEndpoint): RequestHandler =>
  (request, response, next) => {
    const allowed = checkCaller(declared, signedInIfAny(request)?.user);
    if (E.isLeft(allowed)) sendError(response, allowed.left);
    else next();
  };

/** Answers unknown paths below `/api/v1` with the envelope. */
export const noSuchEndpoint: RequestHandler = (_request, response) => {
  sendError(response, endpointNotFound);
};
