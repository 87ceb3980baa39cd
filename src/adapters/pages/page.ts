import type { Request } from "express";
import type { Visitor } from "../../application/caller";
import { type Bound, type Needs, together, type Use } from "../../application/together";
import type { ApiError } from "../../domain/errors";
import type { LoginMethods } from "../../domain/login-method";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Html, html } from "./html";

/** Another service by which people log in. */
export interface SignOnOption {
  readonly displayName: string;
}

/** What every page knows. */
export interface PageContext {
  readonly request: Request;
  readonly remoteAddress: string;
  /** What the browser calls itself. */
  readonly browser: string;
  /** Fields of the form. */
  readonly form: Readonly<Record<string, string | undefined>>;
  /** For forms: proves that they come from a page of ours. */
  readonly csrf: Html;
  readonly signOn: SignOnOption | undefined;
}

/** What a page of a realm knows besides. */
export interface RealmPageContext extends PageContext {
  readonly state: RealmState;
  /** By which ways people get in; `signOn` is undefined where the other service isn't one. */
  readonly logins: LoginMethods;
  /** Where people reach the realm, without a slash at the end. */
  readonly url: string;
  /** Whoever is logged in, with the id of this session. */
  readonly signedIn: Known | undefined;
  /** Whoever is logged in and may do nothing but set up a second factor. */
  readonly settingUp: Known | undefined;
}

interface Known {
  readonly user: User;
  readonly sessionId: string;
}

/** Whoever asks for a page of a realm, before they are known. */
export const visitorOf = ({ state, remoteAddress }: RealmPageContext): Visitor => ({
  realmId: state.realm.id,
  userId: null,
  client: "website",
  remoteAddress,
});

/** What a page has done with a request. */
export type PageAnswer =
  | {
      readonly do: "show";
      readonly title: string;
      readonly content: Html;
      readonly status?: number;
      readonly isWide?: boolean;
      /** The path of the script that the page needs. */
      readonly script?: string;
      /** The token of a new session, which the browser gets with the page. */
      readonly session?: string;
    }
  /** A mail as it looks in a mailbox. */
  | { readonly do: "mail"; readonly html: string }
  | { readonly do: "go"; readonly to: string }
  /** Logs the browser in, or out where there is no token. */
  | { readonly do: "session"; readonly token: string | undefined; readonly to: string }
  /** Sends the browser to another service, with what it must bring back. */
  | { readonly do: "sign-on"; readonly to: string; readonly state: string }
  | { readonly do: "download"; readonly name: string; readonly text: string };

type Handler<Callable, Context> = (
  callable: Callable,
  context: Context,
  parameters: Readonly<Record<string, string>>,
) => Promise<PageAnswer>;

interface Handlers<Callable, Context> {
  readonly at: string;
  readonly get?: Handler<Callable, Context>;
  readonly post?: Handler<Callable, Context>;
}

// What a page calls matters only where it is declared.
// biome-ignore-start lint/suspicious/noExplicitAny: what is called is contravariant
type AnyHandlers =
  | (Handlers<any, RealmPageContext> & { readonly for: "realm" })
  | (Handlers<any, PageContext> & { readonly for: "server" });
// biome-ignore-end lint/suspicious/noExplicitAny: as above

/** The use case that a page calls, or several in a record: bound as those of an endpoint are. */
interface Using<U> {
  readonly use: U;
}

/** A page: where it is, and what it answers. Some are there also where no organization is. */
export type Page<Services = never> = Using<(services: Services) => unknown> & AnyHandlers;

/** A page of the realm at the request's host; 404 where there is none. */
export const realmPage = <U extends Use>(
  page: Handlers<Bound<U>, RealmPageContext> & Using<U>,
): Page<Needs<U>> => ({ ...page, for: "realm", use: together(page.use) });

/** A page that needs no realm. */
export const serverPage = <U extends Use>(
  page: Handlers<Bound<U>, PageContext> & Using<U>,
): Page<Needs<U>> => ({ ...page, for: "server", use: together(page.use) });

const statuses: Partial<Record<ApiError["code"], number>> = {
  RATE_LIMIT_HIT: 429,
  SERVER_BUSY: 503,
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

/** A failure's words for people. */
export const wordsOf = (error: ApiError): string => {
  if (error.code !== "RATE_LIMIT_HIT") return error.message;
  const minutes = Math.ceil(error.retryAfterSeconds / 60);
  return `There were too many tries. Wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
};

/** The HTTP status of a failure that a page shows. */
export const statusOf = (error: ApiError): number => {
  if (error.code === "LINK_REFUSED") return error.problem === "unknown" ? 404 : 410;
  return statuses[error.code] ?? 400;
};

const advice: Readonly<Record<string, string>> = {
  unknown: "Copy the whole link out of the mail, and open that.",
  elsewhere: "Open it at the address that the mail names.",
  expired: "Ask for a new one.",
  revoked: "Ask whoever gave it to you for a new one.",
  used: "If it was you, you can log in.",
};

/** A page that says why something can't be done. */
export const problemPage = (error: ApiError): PageAnswer => ({
  do: "show",
  status: statusOf(error),
  title: error.code === "LINK_REFUSED" ? "This link doesn't work" : "That didn't work",
  content: html`<p>${wordsOf(error)}</p>
${error.code === "LINK_REFUSED" && html`<p>${advice[error.problem]}</p>`}
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
});
