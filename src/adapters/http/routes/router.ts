import express, { type RequestHandler, type Response } from "express";
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
import { costOf } from "../declaration/cost";
import type { AnyEndpoint } from "../declaration/endpoint";
import { endpointNotFound, methodNotAllowed } from "../reply/http-error";
import type { QuietStreams } from "../reply/quiet-streams";
import { sendError } from "../reply/send";
import { type AdmissionServices, admissionChains, refuseCallers } from "./admission-chains";
import { answerEndpoint } from "./answer-endpoint";
import { chainHandlers } from "./chain-handlers";
import { ExpressSignedInContext } from "./express-contexts";
import { hasPlainNumbers } from "./path-numbers";
import type { Protocol } from "./protocol";
import type { TimedRequests } from "./timed-requests";
import type { TracedRequests } from "./traced-requests";

interface Routing {
  /** Measures requests, if metrics are on. */
  readonly timed?: TimedRequests | undefined;
  /** Traces the requests of an endpoint, if traces are on. */
  readonly traced?: TracedRequests | undefined;
  /** Begins polls after the other requests that arrived with them. */
  readonly afterOthers: RequestHandler;
  readonly limited: RequestHandler;
  readonly refuse: Refuse;
  readonly admission: Admission;
  readonly quietStreams: QuietStreams;
  readonly authentication: Authentication;
  readonly startSession: BrowserCredentials["startSession"];
  /** Handles requests that match no endpoint. */
  readonly otherwise: RequestHandler;
  readonly protocols?: readonly Protocol[];
}

/** What the router needs in addition to its endpoints' use cases. */
export type RouterServices = Needs<typeof findRealm> & { readonly clock: Clock } & AdmissionServices;

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
    afterOthers,
    limited,
    refuse,
    admission,
    quietStreams,
    authentication,
    startSession,
    otherwise,
    protocols = [],
  }: Routing,
): EndpointRoutes => {
  const router = express.Router({ caseSensitive: true });
  const serverContext = {
    server,
    clock: services.clock,
    startSession,
    isStillValid: authentication.isStillValid,
    unread: admission.unread,
    quietStreams,
  };
  const admit = admissionChains(services, server, {
    limited,
    refuse,
    admission,
    authentication,
    callerOf: (request) => new ExpressSignedInContext(request, serverContext).caller,
  });

  /** Fixed paths by method, found by one lookup; Express tries the others one by one. */
  const fixed = new Map<string, RequestHandler>();
  const methodsAt = new Map<string, string[]>();
  for (const declared of endpoints) {
    const route = declared.at.replace(/\{(\w+)\}/g, ":$1").replace(/\{\+(\w+)\}/g, "*$1");
    const method = declared.method.toUpperCase();
    const bound: unknown = declared.use(services);
    methodsAt.set(route, [...(methodsAt.get(route) ?? []), method]);
    const answer = answerEndpoint({ admission, authentication, serverContext }, declared, bound);
    const handlers = [
      ...(timed ? [timed.isOf(declared)] : []),
      ...(declared.cost === "poll" ? [afterOthers] : []),
      ...(traced ? [traced.begin(declared), ...admit(declared), traced.enter] : admit(declared)),
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
      own.refuseForged,
      limited,
      refuseCallers(callers),
      afterWaiting(admission.turn(costOf(callers)), { ...own, refuse }),
      ...(traced ? [traced.enter] : []),
      (request, response, next) => {
        admission.begin(response);
        const ended = (): void => admission.end(response);
        answer(new ExpressSignedInContext(request, serverContext), request, response)
          .finally(ended)
          .catch(next);
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

/** Answers unknown paths below `/api/v1` with the envelope. */
export const noSuchEndpoint: RequestHandler = (_request, response) => {
  sendError(response, endpointNotFound);
};
