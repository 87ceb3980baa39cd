import type { Request, RequestHandler, Response } from "express";
import { type Either, isLeft, isRight, left, right } from "fp-ts/Either";
import passport from "passport";
import { BasicStrategy } from "passport-http";
import { findRealm } from "../../application/realm/find-realm";
import { authenticateSession } from "../../application/sessions/authenticate-session";
import { type Needs, together } from "../../application/together";
import { authenticate } from "../../application/users/authenticate";
import type { KeyHolder } from "../../application/users/key-use-log";
import { type ApiError, notLoggedIn } from "../../domain/errors";
import { mustAddFactor } from "../../domain/second-factor";
import type { User } from "../../domain/user";
import { RecentCallers } from "./recent-callers";
import { clientName, type RealmFacts, realmFacts, type ServerFacts } from "./request-context";
import { send } from "./send";

/** Who a request is from, as authentication found them. */
export interface SignedIn {
  readonly user: User;
  readonly realm: RealmFacts;
  /** Of a browser; undefined for whoever has a key. */
  readonly sessionId?: string;
}

/** How callers say who they are. */
export interface Authentication {
  /** Whether the request says anything of it: whoever does must be who they say. */
  readonly isTried: (request: Request) => boolean;
  readonly required: RequestHandler;
  /** Whether it was they who sent the request, where that may be told in its body: asked when that is read. */
  readonly meant: RequestHandler;
  /** Whether they are still who the request said, for what goes on for long. */
  readonly isStill: (request: Request, caller: SignedIn) => boolean | Promise<boolean>;
  /** What somebody is told who doesn't say it. */
  readonly refusal: ApiError;
}

/** What browsers bring along: a session's token, and proof that a page of ours sent them. */
export interface BrowserCredentials {
  sessionToken(request: Request): string | undefined;
  /** Gives the browser a session to keep. */
  startSession(request: Request, response: Response, token: string): void;
  /** Why the request isn't by a page of ours; undefined where it is. */
  forgery(request: Request): string | undefined;
}

const changesNothing = new Set(["GET", "HEAD", "OPTIONS"]);

const useSessions = together({ authenticateSession, findRealm });

/** Answers whoever isn't who they say; they may be counted before. */
export type Refuse = (request: Request, response: Response, error: ApiError) => void;

/** The session of a browser. What changes something must come from a page of ours. */
export const sessionAuthentication = (
  services: Needs<typeof useSessions>,
  server: ServerFacts,
  { sessionToken, forgery }: BrowserCredentials,
  refuse: Refuse,
): Authentication => {
  const { authenticateSession, findRealm } = useSessions(services);
  const check = async (request: Request): Promise<Either<ApiError, SignedIn>> => {
    const found = await findRealm(request.hostname)();
    if (isLeft(found)) return found;
    const { realm } = found.right;
    const token = sessionToken(request);
    if (token === undefined) return left(notLoggedInHere);
    const session = await authenticateSession(realm.id, token);
    if (isLeft(session)) return session.left.code === "UNAUTHORIZED" ? left(notLoggedInHere) : session;
    return right({ ...session.right, realm: realmFacts(realm, server) });
  };
  return {
    isTried: (request) => sessionToken(request) !== undefined,
    isStill: async (request, { sessionId }) => {
      const now = await check(request);
      return isRight(now) && now.right.sessionId === sessionId;
    },
    refusal: notLoggedInHere,
    required: (request, response, next) => {
      check(request).then((outcome) => {
        if (isLeft(outcome)) return refuse(request, response, outcome.left);
        signIn(request, outcome.right);
        next();
      }, next);
    },
    meant: (request, response, next) => {
      const reason = changesNothing.has(request.method) ? undefined : forgery(request);
      if (reason === undefined) return next();
      void send(response, left({ code: "CSRF_FAILED", message: `CSRF error: ${reason}`, reason }));
    },
  };
};

const notLoggedInHere: ApiError = { ...notLoggedIn, scheme: "Session" };

const useKeys = together({ authenticate, findRealm });

/** HTTP Basic with address and API key. API §5. */
export const basicAuthentication = (
  services: Needs<typeof useKeys> & ConstructorParameters<typeof RecentCallers>[0],
  server: ServerFacts,
  refuse: Refuse,
): Authentication => {
  const { authenticate, findRealm } = useKeys(services);
  const recent = new RecentCallers<SignedIn>(services);
  type Done = (error: unknown, user?: SignedIn | false, failure?: ApiError) => void;
  const authenticator = new passport.Passport();
  const check = async (request: Request, email: string, key: string): Promise<Either<ApiError, SignedIn>> => {
    const found = await findRealm(request.hostname)();
    if (isLeft(found)) return found;
    const { realm } = found.right;
    const user = await authenticate(realm.id, email, key, holderIn(request));
    if (isLeft(user)) return left(asUnauthorized(user.left));
    return right({ user: user.right, realm: realmFacts(realm, server) });
  };
  authenticator.use(
    new BasicStrategy({ passReqToCallback: true }, (request, email, key, done) => {
      check(request as Request, email, key).then(
        (outcome) => (isLeft(outcome) ? (done as Done)(outcome.left) : done(null, outcome.right)),
        done,
      );
    }),
  );
  const required: RequestHandler = (request, response, next) => {
    const known = recent.find(request);
    if (known) {
      services.keyUseLog.note(known.realm.id, known.user, holderIn(request));
      signIn(request, known);
      return next();
    }
    const answered: Done = (error, user) => {
      if (isApiError(error)) return refuse(request, response, error);
      if (error) return next(error);
      if (!user) return refuse(request, response, notLoggedIn);
      recent.remember(request, user);
      signIn(request, user);
      next();
    };
    authenticator.authenticate("basic", { session: false }, answered)(request, response, next);
  };
  return {
    isTried: (request) => request.get("Authorization") !== undefined,
    required,
    isStill: (_request, { user, realm }) => {
      const state = services.directory.peek(realm.id);
      const now = state?.users.get(user.id);
      // That the organization ended is the last that its people hear: whoever waited for it still gets it.
      const isActive = state !== undefined && now?.isActive === true;
      return isActive && now.apiKeyVersion === user.apiKeyVersion && !mustAddFactor(state.realm, now);
    },
    // No page of another server can send the header.
    meant: (_request, _response, next) => next(),
    refusal: notLoggedIn,
  };
};

/** A wrong key in a header has the code of no key at all; the one in a webhook's URL has a code of its own. */
const asUnauthorized = (error: ApiError): ApiError =>
  error.code === "INVALID_API_KEY" ? { ...notLoggedIn, message: error.message } : error;

/** Who has the key that a request carries. */
export const holderIn = (request: Request): KeyHolder => ({
  get client() {
    return clientName(request.headers["user-agent"]);
  },
  get remoteAddress() {
    return request.ip ?? "";
  },
});

/** Everything that comes after authentication finds the caller here. */
const signIn = (request: Request, caller: SignedIn): void => {
  (request as { user?: unknown }).user = caller;
};

const isApiError = (error: unknown): error is ApiError =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  "message" in error &&
  !(error instanceof Error);

/** The first way where it is tried, else the other. */
export const eitherAuthentication = (first: Authentication, other: Authentication): Authentication => {
  const chosen = (request: Request): Authentication => (first.isTried(request) ? first : other);
  return {
    isTried: (request) => first.isTried(request) || other.isTried(request),
    refusal: other.refusal,
    required: (request, response, next) => chosen(request).required(request, response, next),
    isStill: (request, caller) => chosen(request).isStill(request, caller),
    meant: (request, response, next) => chosen(request).meant(request, response, next),
  };
};
