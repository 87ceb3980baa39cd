import type { Request } from "express";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import { type Bound, bindUseCases, type Needs, type Use } from "../../application/bind-use-cases";
import type { Visitor } from "../../application/caller";
import type { LoginMethods } from "../../domain/realm/login-method";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { type Html, html } from "./html";

/** Another service for logging in. */
export interface SignOnOption {
  readonly displayName: string;
}

/** The context of every page. */
export interface PageContext {
  readonly request: Request;
  readonly remoteAddress: string;
  /** The browser's name. */
  readonly browser: string;
  /** Fields of the form. */
  readonly form: Readonly<Record<string, string | undefined>>;
  /** A hidden field that proves that a form is ours. */
  readonly csrf: Html;
  /** Whether mails reach people; if not, only the server's log shows the links in them. */
  readonly sendsMail: boolean;
  /** Whether people who come by an invitation link prove their address by a mailed one. */
  readonly provesAddresses: boolean;
  readonly signOn: SignOnOption | undefined;
}

/** The context of a realm's page. */
export interface RealmPageContext extends PageContext {
  readonly state: RealmState;
  /** The login methods; `signOn` is undefined unless the other service is one. */
  readonly logins: LoginMethods;
  /** The realm's URL, without a trailing slash. */
  readonly url: string;
  /** The logged-in user, with the id of this session. */
  readonly signedIn: BrowserSession | undefined;
  /** The logged-in user who must set up a second factor first. */
  readonly settingUp: BrowserSession | undefined;
}

interface BrowserSession {
  readonly user: User;
  readonly sessionId: string;
}

/** The visitor who requests a realm's page, before authentication. */
export const visitorOf = ({ state, remoteAddress }: RealmPageContext): Visitor => ({
  realmId: state.realm.id,
  userId: null,
  client: "website",
  remoteAddress,
});

/** An HTTP status; for a failure that will pass, also when to try again. */
export type PageStatus = number | { readonly status: 429 | 503; readonly retryAfterSeconds: number };

/** A page's answer to a request. */
export type PageAnswer =
  | {
      readonly do: "show";
      readonly title: string;
      readonly content: Html;
      readonly status?: PageStatus;
      readonly isWide?: boolean;
      /** The path of the page's script. */
      readonly script?: string;
      /** The token of a new session to set along with the page. */
      readonly session?: string;
    }
  /** A mail, as mail programs show it. */
  | { readonly do: "mail"; readonly html: string }
  | { readonly do: "go"; readonly to: string }
  /** Logs the browser in; out if there is no token. */
  | { readonly do: "session"; readonly token: string | undefined; readonly to: string }
  /** Redirects to another service, with the state that must come back. */
  | { readonly do: "sign-on"; readonly to: string; readonly state: string }
  | { readonly do: "download"; readonly name: string; readonly text: string };

/** Answers a request. The router shows a failure on a page of its own. */
export type Handler<Callable, Context> = (
  callable: Callable,
  context: Context,
  parameters: Readonly<Record<string, string>>,
) => TaskEither<ApiError, PageAnswer>;

interface Handlers<Callable, Context> {
  readonly at: string;
  readonly get?: Handler<Callable, Context>;
  readonly post?: Handler<Callable, Context>;
}

// A page's types of use cases matter only where it is declared.
// biome-ignore-start lint/suspicious/noExplicitAny: the use cases are contravariant
type AnyHandlers =
  | (Handlers<any, RealmPageContext> & { readonly for: "realm" })
  | (Handlers<any, PageContext> & { readonly for: "server" });
// biome-ignore-end lint/suspicious/noExplicitAny: as above

/** The use case of a page, or several in a record, bound like those of an endpoint. */
interface Using<U> {
  readonly use: U;
}

/** A page with its path and handlers. Some exist even without an organization. */
export type Page<Services = never> = Using<(services: Services) => unknown> & AnyHandlers;

/** A page of the realm at the request's host; 404 if there is no realm. */
export const realmPage = <U extends Use>(
  page: Handlers<Bound<U>, RealmPageContext> & Using<U>,
): Page<Needs<U>> => ({ ...page, for: "realm", use: bindUseCases(page.use) });

/** A page that needs no realm. */
export const serverPage = <U extends Use>(
  page: Handlers<Bound<U>, PageContext> & Using<U>,
): Page<Needs<U>> => ({ ...page, for: "server", use: bindUseCases(page.use) });

const statuses: Partial<Record<ApiError["code"], number>> = {
  NONEXISTENT_SUBDOMAIN: 404,
  ACCESS_DENIED: 403,
  AUTHENTICATION_FAILED: 401,
  PASSWORD_AUTH_DISABLED: 403,
  CONFIRMATION_REQUIRED: 401,
  TWO_FACTOR_CODE_WRONG: 401,
  TWO_FACTOR_SETUP_REQUIRED: 403,
  USER_DEACTIVATED: 403,
  REALM_DEACTIVATED: 403,
};

/** A failure's text for people. */
const textOf = (error: ApiError): string => {
  if (error.code !== "RATE_LIMIT_HIT") return error.message;
  const minutes = Math.ceil(error.retryAfterSeconds / 60);
  return `Too many attempts. Wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
};

const storageRetrySeconds = 5;

/** The HTTP status of a failure that a page shows. */
const statusOf = (error: ApiError): PageStatus => {
  switch (error.code) {
    case "LINK_REFUSED":
      return error.problem === "unknown" ? 404 : 410;
    case "RATE_LIMIT_HIT":
      return { status: 429, retryAfterSeconds: error.retryAfterSeconds };
    case "SERVER_BUSY":
      return { status: 503, retryAfterSeconds: error.retryAfterSeconds };
    case "STORAGE_FAILED":
      return { status: 503, retryAfterSeconds: storageRetrySeconds };
    default:
      return statuses[error.code] ?? 400;
  }
};

/** A failure as a page shows it above a form. */
export interface Problem {
  readonly problem: string;
  readonly status: PageStatus;
}

export const problemOf = (error: ApiError): Problem => ({
  problem: textOf(error),
  status: statusOf(error),
});

/** Shows a form again, with what went wrong. */
export const askAgain =
  (form: (problem: Problem) => PageAnswer) =>
  (error: ApiError): TaskEither<ApiError, PageAnswer> =>
    TE.right(form(problemOf(error)));

/** Like `askAgain`, for the form that a link opens: if the link no longer works, no form is shown. */
export const askAgainByLink =
  (form: (problem: Problem) => PageAnswer) =>
  (error: ApiError): TaskEither<ApiError, PageAnswer> =>
    error.code === "LINK_REFUSED" ? TE.left(error) : askAgain(form)(error);

const advice: Readonly<Record<string, string>> = {
  unknown: "Copy the whole link from the mail and open it.",
  elsewhere: "Open it at the address that the mail names.",
  expired: "Ask for a new one.",
  revoked: "Ask the sender for a new one.",
  used: "If it was you, you can log in.",
};

/** A page that explains a failure. */
export const problemPage = (error: ApiError): PageAnswer =>
  error.code === "REALM_DEACTIVATED"
    ? deactivatedPage(error)
    : {
        do: "show",
        status: statusOf(error),
        title: error.code === "LINK_REFUSED" ? "This link doesn't work" : "That didn't work",
        content: html`<p>${textOf(error)}</p>
${error.code === "LINK_REFUSED" && html`<p>${advice[error.problem]}</p>`}
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
      };

const deactivatedPage = (error: ApiError): PageAnswer => ({
  do: "show",
  status: statusOf(error),
  title: "Organization deactivated",
  content: html`<p>${textOf(error)}.</p>
<p>Nobody can log in, and its messages are kept. Whoever runs this server can reactivate it.</p>`,
});
