import type { Request, RequestHandler, Response } from "express";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { BasicStrategy } from "passport-http";
import type { ApiError } from "../../../application/api-error";
import { authenticate } from "../../../application/api-keys/authenticate";
import type { KeyClient } from "../../../application/api-keys/key-use-log";
import { bindUseCases, type Needs } from "../../../application/bind-use-cases";
import { findRealm } from "../../../application/realm/find-realm";
import { authenticateSession } from "../../../application/sessions/authenticate-session";
import { notLoggedIn } from "../../../domain/caller-refusals";
import { mustAddFactor } from "../../../domain/second-factors/second-factor";
import type { RealmState } from "../../../domain/state/realm-state";
import type { ServerInfo } from "../../zulip-wire/server-info";
import { addressOf, clientName } from "../declaration/request-context";
import { csrfFailed, type HttpError, noSession } from "../reply/http-error";
import { sendError } from "../reply/send";
import { byStrategy, type Refuse, report } from "./by-strategy";
import { callerAtHost } from "./caller-at-host";
import { checkStrategy } from "./check-strategy";
import { RecentCallers } from "./recent-callers";
import { type SignedIn, signIn } from "./signed-in";

/** A way to authenticate requests. */
export interface Authentication {
  /** Whether the request carries such credentials. If it does, they must be valid. */
  readonly carriesCredentials: (request: Request) => boolean;
  readonly required: RequestHandler;
  /** Refuses forged requests. Runs after the body is read, which may hold the proof. */
  readonly refuseForged: RequestHandler;
  /** Whether the credentials still hold, for requests that last long. */
  readonly isStillValid: (request: Request, caller: SignedIn) => boolean | Promise<boolean>;
  /** The refusal for requests without credentials. */
  readonly refusal: HttpError;
}

/** Credentials of browsers: a session's token, and proof that one of our pages sent the request. */
export interface BrowserCredentials {
  sessionToken(request: Request): string | undefined;
  /** Sets the browser's session. */
  startSession(request: Request, response: Response, token: string): void;
  /** Why the request doesn't come from one of our pages; undefined if it does. */
  forgery(request: Request): string | undefined;
  /** Why the request comes from another site's page; undefined if it doesn't. */
  foreignOrigin(request: Request): string | undefined;
}

const changesNothing = new Set(["GET", "HEAD", "OPTIONS"]);

const bindSessions = bindUseCases({ authenticateSession, findRealm });

/**
 * Whether the request comes from an outdated window: another user has since logged in with the same browser, whose windows
 * share one session.
 */
const isOfAnotherWindow = (request: Request, { user }: Pick<SignedIn, "user">): boolean => {
  const windowOf = request.get("X-Parley-User");
  return windowOf !== undefined && windowOf !== String(user.id);
};

/** Authentication by a browser's session. Requests that change something must come from one of our pages. */
export const sessionAuthentication = (
  services: Needs<typeof bindSessions>,
  server: ServerInfo,
  { sessionToken, forgery }: BrowserCredentials,
  refuse: Refuse,
): Authentication => {
  const { authenticateSession, findRealm } = bindSessions(services);
  const check = (request: Request): TE.TaskEither<HttpError, SignedIn> =>
    callerAtHost(findRealm, server, request, (realmId) => {
      const token = sessionToken(request);
      if (token === undefined) return TE.left(noSession);
      return pipe(
        () => authenticateSession(realmId, token),
        TE.mapLeft((error) => (error.code === "UNAUTHORIZED" ? noSession : error)),
        TE.filterOrElseW(
          (caller) => !isOfAnotherWindow(request, caller),
          () => noSession,
        ),
      );
    });
  return {
    carriesCredentials: (request) => sessionToken(request) !== undefined,
    isStillValid: (request, { sessionId }) =>
      pipe(
        check(request),
        TE.match(
          () => false,
          (now) => now.sessionId === sessionId,
        ),
      )(),
    refusal: noSession,
    required: byStrategy(checkStrategy(check), refuse),
    refuseForged: (request, response, next) => {
      const reason = changesNothing.has(request.method) ? undefined : forgery(request);
      if (reason === undefined) return next();
      sendError(response, csrfFailed(reason));
    },
  };
};

const bindKeys = bindUseCases({ authenticate, findRealm });

/** HTTP Basic with email address and API key. API §5. */
export const basicAuthentication = (
  services: Needs<typeof bindKeys> & ConstructorParameters<typeof RecentCallers>[0],
  server: ServerInfo,
  refuse: Refuse,
): Authentication => {
  const { authenticate, findRealm } = bindKeys(services);
  const recent = new RecentCallers<SignedIn>(services);
  const check = (request: Request, email: string, key: string): TE.TaskEither<HttpError, SignedIn> =>
    callerAtHost(findRealm, server, request, (realmId) =>
      pipe(
        () => authenticate(realmId, email, key, keyClientOf(request)),
        TE.bimap(asUnauthorized, (user) => ({ user })),
      ),
    );
  const checkKey = byStrategy(
    new BasicStrategy({ passReqToCallback: true }, (request, email, key, done) =>
      // Passport passes Express's request on.
      report(check(request as Request, email, key), done),
    ),
    refuse,
    (request, caller) => recent.remember(request, caller),
  );
  const required: RequestHandler = (request, response, next) => {
    const known = recent.find(request);
    if (known) {
      services.keyUseLog.note(known.realm.id, known.user, keyClientOf(request));
      signIn(request, known);
      return next();
    }
    checkKey(request, response, next);
  };
  return {
    carriesCredentials: (request) => request.get("Authorization") !== undefined,
    required,
    isStillValid: (_request, { user, realm }) => {
      const isValidIn = (state: RealmState): boolean => {
        const now = state.users.get(user.id);
        // A request that was already waiting still receives the event that its organization was deactivated.
        const isSame = now?.isActive === true && now.apiKeyVersion === user.apiKeyVersion;
        return isSame && !mustAddFactor(state.realm, now);
      };
      const known = services.directory.peek(realm.id);
      return known ? isValidIn(known) : services.directory.stateOf(realm.id).then(isValidIn);
    },
    // Other sites' pages can't send this header.
    refuseForged: (_request, _response, next) => next(),
    refusal: notLoggedIn,
  };
};

/** A wrong key in a header gets the code of a missing one. In a webhook's URL it gets a different code. */
const asUnauthorized = (error: ApiError): HttpError =>
  error.code === "INVALID_API_KEY"
    ? { code: "UNAUTHORIZED", message: error.message, scheme: "Basic" }
    : error;

class RequestKeyClient implements KeyClient {
  constructor(private readonly request: Request) {}

  get client(): string {
    return clientName(this.request.headers["user-agent"]);
  }

  get remoteAddress(): string {
    return addressOf(this.request);
  }
}

/** The client that uses the request's API key. */
export const keyClientOf = (request: Request): KeyClient => new RequestKeyClient(request);

/** Uses the first way if the request carries its credentials, otherwise the other. */
export const eitherAuthentication = (first: Authentication, other: Authentication): Authentication => {
  const chosen = (request: Request): Authentication => (first.carriesCredentials(request) ? first : other);
  return {
    carriesCredentials: (request) => first.carriesCredentials(request) || other.carriesCredentials(request),
    refusal: other.refusal,
    required: (request, response, next) => chosen(request).required(request, response, next),
    isStillValid: (request, caller) => chosen(request).isStillValid(request, caller),
    refuseForged: (request, response, next) => chosen(request).refuseForged(request, response, next),
  };
};
