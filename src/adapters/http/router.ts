import express, { type Request, type RequestHandler, type Response } from "express";
import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Result } from "../../application/caller";
import type { UseCases } from "../../application/use-cases";
import { type ApiError, notForBots, notForWebhooks, notLoggedIn } from "../../domain/errors";
import type { Authentication, SignedIn } from "./authentication";
import { decodeParameters, ignoredNames } from "./codecs/parameter";
import type { AnyEndpoint } from "./endpoint";
import { givenIn } from "./request-body";
import {
  type RealmFacts,
  type RequestContext,
  realmFacts,
  type ServerFacts,
  type SignedInContext,
} from "./request-context";
import { send } from "./send";

/** A request of somebody without an account, with the realm at its host. */
interface Spectating {
  readonly realm: RealmFacts;
}

/** The routes of the declared endpoints, below `/api/v1` and `/json`. */
export const apiRouter = (
  app: UseCases,
  server: ServerFacts,
  endpoints: readonly AnyEndpoint[],
  limited: RequestHandler,
  authentication: Authentication,
): RequestHandler => {
  const router = express.Router({ caseSensitive: true });
  const authenticated = authentication.required;

  const contextOf = (request: Request): RequestContext => ({
    host: request.hostname,
    server,
    client: clientName(request.get("User-Agent")),
    get remoteAddress() {
      return request.ip ?? "";
    },
    get idempotencyKey() {
      return request.get("Idempotency-Key");
    },
    whenGone: (forget) => {
      request.res?.once("close", forget);
    },
  });

  const signedInContext = (request: Request, context: RequestContext): SignedInContext => {
    const { user, realm } = request.user as unknown as SignedIn;
    const caller = { realmId: realm.id, userId: user.id, client: context.client };
    return { ...context, caller, user, realm };
  };

  const run = (
    declared: AnyEndpoint,
    request: Request,
    context: RequestContext,
    given: Parameters<AnyEndpoint["run"]>[2],
  ): Result<object> => {
    if (declared.caller === "anyone") return declared.run(app, context, given);
    if (declared.caller === "user") return declared.run(app, signedInContext(request, context), given);
    const signedIn = request.user === undefined ? undefined : signedInContext(request, context);
    const { realm } = signedIn ?? (request as unknown as Spectating);
    return declared.run(app, { ...context, realm, signedIn }, given);
  };

  const handle = async (
    declared: AnyEndpoint,
    request: Request,
    inPath: object,
  ): Promise<Either<ApiError, object>> => {
    const refusal = refusalOfBots(declared, request);
    if (refusal) return left(refusal);
    const given = givenIn(request);
    const decoded = decodeParameters(declared.params, given);
    if (isLeft(decoded)) return decoded;
    const all = { ...decoded.right, ...inPath };
    const context = contextOf(request);
    const outcome = await run(declared, request, context, all)();
    if (isLeft(outcome)) return outcome;
    const ignored = ignoredNames(declared.params, given);
    const success = { result: "success", msg: "", ...outcome.right };
    return right(ignored.length === 0 ? success : { ...success, ignored_parameters_unsupported: ignored });
  };

  /** Fixed paths by method, looked up at once; Express goes through the others one by one. */
  const fixed = new Map<string, RequestHandler>();
  const methodsAt = new Map<string, string[]>();
  for (const declared of endpoints) {
    const route = declared.at.replace(/\{(\w+)\}/g, ":$1");
    const method = declared.method.toUpperCase();
    methodsAt.set(route, [...(methodsAt.get(route) ?? []), method]);
    // A path that isn't of the declared form may be another endpoint's: /users/{user_id}, /users/{email}.
    const isOurs: RequestHandler = (request, response, next) => {
      const path = decodeParameters(
        declared.path,
        new Map(Object.entries(request.params as Record<string, string>)),
      );
      if (isLeft(path)) return next("route");
      response.locals.path = path.right;
      next();
    };
    const answer: RequestHandler = (request, response, next) => {
      handle(declared, request, response.locals.path ?? {}).then((outcome) => send(response, outcome), next);
    };
    const allowed = {
      anyone: [],
      spectator: [authenticatedOrSpectator(app, server, authentication), limited],
      user: [authenticated, limited],
    }[declared.caller];
    if (route.includes(":")) router[declared.method](route, isOurs, ...allowed, answer);
    else fixed.set(`${method} ${route}`, inTurn([...allowed, answer]));
  }
  const methodNotAllowed = (response: Response, methods: readonly string[]): void => {
    response
      .status(405)
      .set("Allow", methods.join(", "))
      .json({
        ...{ result: "error", msg: "Method Not Allowed", code: "METHOD_NOT_ALLOWED" },
        allowed_methods: methods,
      });
  };
  for (const [route, methods] of methodsAt)
    if (route.includes(":"))
      router.all(route, (request, response, next) =>
        methods.includes(request.method) ? next("route") : methodNotAllowed(response, methods),
      );
  router.use((_request, response) =>
    send(response, left({ code: "NOT_FOUND", message: "API endpoint not found" })),
  );
  return (request, response, next) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const handler = fixed.get(`${method} ${request.path}`);
    if (handler) return handler(request, response, next);
    const methods = methodsAt.get(request.path);
    return methods ? methodNotAllowed(response, methods) : router(request, response, next);
  };
};

/** Why a bot may not make this call at all. */
const refusalOfBots = (declared: AnyEndpoint, request: Request): ApiError | undefined => {
  const bot = (request.user as unknown as SignedIn | undefined)?.user.bot ?? null;
  if (declared.caller === "anyone" || bot === null) return undefined;
  if (declared.caller === "user" && declared.forPeopleOnly) return notForBots;
  const isOpenToWebhooks = declared.caller === "user" && declared.forWebhooksToo;
  return bot.type === "incoming_webhook" && !isOpenToWebhooks ? notForWebhooks : undefined;
};

/** Lets people without an account in where the realm does; whoever names themselves must be who they say. */
const authenticatedOrSpectator =
  (app: UseCases, server: ServerFacts, { isTried, required }: Authentication): RequestHandler =>
  (request, response, next) => {
    if (isTried(request)) return required(request, response, next);
    const letIn = async (): Promise<void> => {
      const found = await app.realms.find(request.hostname)();
      if (isLeft(found)) return send(response, found);
      const { realm } = found.right;
      if (!realm.settings.enableSpectatorAccess) return send(response, left(notLoggedIn));
      Object.assign(request, { realm: realmFacts(realm, server) });
      next();
    };
    letIn().catch(next);
  };

/** One handler after the other, each called when the one before it is content. */
const inTurn =
  ([first, ...rest]: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) =>
    first === undefined
      ? next()
      : first(request, response, (error?: unknown) =>
          error ? next(error) : inTurn(rest)(request, response, next),
        );

/** The name before the version in a User-Agent: `ZulipMobile/1.0 (iOS)` is ZulipMobile. */
const clientName = (userAgent: string | undefined): string => {
  const name = /^[^/ (]+/.exec(userAgent ?? "")?.[0] ?? "";
  return name === "" ? "Unspecified" : name.slice(0, 30);
};
