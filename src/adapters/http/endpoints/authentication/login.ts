import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { Bound } from "../../../../application/bind-use-cases";
import type { Visitor } from "../../../../application/caller";
import type { LoggedIn } from "../../../../application/login/issue-api-key";
import { logIn } from "../../../../application/login/log-in";
import { logInByToken } from "../../../../application/login/log-in-by-token";
import { logInForDevelopment } from "../../../../application/login/log-in-for-development";
import { findRealm } from "../../../../application/realm/find-realm";
import { openSession } from "../../../../application/sessions/open-session";
import type { RealmId } from "../../../../domain/ids";
import { authenticationFailed, type LoginError } from "../../../../domain/login/refusals";
import type { RealmError } from "../../../../domain/realm/refusals";
import type { RealmState } from "../../../../domain/state/realm-state";
import type { User } from "../../../../domain/users/user";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, factorCode, text, upTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeUser } from "../../../zulip-wire/encode/user";
import { realmInfo } from "../../../zulip-wire/server-info";
import { endpoint } from "../../declaration/endpoint";
import type { RequestContext } from "../../declaration/request-context";

const response = {
  api_key: { type: "string" },
  email: { type: "string" },
  user_id: { type: "integer" },
};

const visitorOf = ({ client, remoteAddress }: RequestContext, realmId: RealmId): Visitor => ({
  realmId,
  userId: null,
  client,
  remoteAddress,
});

const encodeLogin = TE.map(({ user, apiKey }: LoggedIn) => ({
  api_key: apiKey,
  email: user.email,
  user_id: user.id,
}));

const fetchApiKeyEndpoint = endpoint({
  method: "post",
  at: "/fetch_api_key",
  caller: "anyone",
  cost: "password",
  summary: "Exchange an email address, a password and, with two factors, a code for an API key",
  path: {},
  params: { username: required(text), password: required(text), two_factor_code: optional(factorCode) },
  response,
  use: { findRealm, logIn },
  run: ({ findRealm, logIn }, context, { username, password, two_factor_code: code }) =>
    pipe(
      findRealm(context.host),
      TE.chainW(({ realm }) => logIn(visitorOf(context, realm.id), { email: username, password, code })),
      encodeLogin,
    ),
});

/** For pages with a session: only the password is confirmed. */
const fetchOwnApiKeyEndpoint = endpoint({
  method: "post",
  at: "/fetch_api_key",
  caller: "user",
  forPeopleOnly: true,
  cost: "password",
  summary: "Get the caller's API key, for their password",
  path: {},
  params: { password: required(text), two_factor_code: optional(factorCode) },
  response,
  use: logIn,
  run: (logIn, context, { password, two_factor_code: code }) =>
    encodeLogin(logIn(visitorOf(context, context.realm.id), { email: context.user.email, password, code })),
});

/** For trusted programs that users have already logged in to. */
const fetchApiKeyByTokenEndpoint = endpoint({
  method: "post",
  at: "/jwt/fetch_api_key",
  caller: "anyone",
  cost: "password",
  summary: "Exchange a trusted program's JSON Web Token for the API key of the user it names",
  path: {},
  params: {
    json_web_token: withDefault(upTo(10_000, text), ""),
    include_profile: withDefault(bool, false),
    two_factor_code: optional(factorCode),
  },
  response: {
    api_key: { type: "string" },
    email: { type: "string" },
    user: { type: "object", description: "With `include_profile`: a user, §2.2" },
  },
  use: { findRealm, logInByToken },
  run: ({ findRealm, logInByToken }, context, input) =>
    pipe(
      TE.Do,
      TE.bind("state", () => findRealm(context.host)),
      TE.bindW("loggedIn", ({ state }) =>
        logInByToken(visitorOf(context, state.realm.id), input.json_web_token, input.two_factor_code),
      ),
      TE.map(({ state, loggedIn: { user, apiKey } }) => {
        const reader = { user, realm: realmInfo(state.realm, context.server), clientGravatar: false };
        return {
          api_key: apiKey,
          email: user.email,
          ...(input.include_profile && { user: encodeUser(user, reader) }),
        };
      }),
    ),
});

/** The realm at the request's host, on a development server. */
const realmForDevelopment = (
  find: Bound<typeof findRealm>,
  { host, server }: RequestContext,
): TaskEither<LoginError | RealmError, RealmState> =>
  server.isDevelopment ? find(host) : TE.left(authenticationFailed);

/** Development mode only: clients' test suites log in this way. It also starts a browser session. */
const fetchDevelopmentApiKeyEndpoint = endpoint({
  method: "post",
  at: "/dev_fetch_api_key",
  caller: "anyone",
  summary: "Get anyone's API key, on a development server",
  path: {},
  params: { username: required(text), two_factor_code: optional(factorCode) },
  response,
  use: { findRealm, logInForDevelopment, openSession },
  run: ({ findRealm, logInForDevelopment, openSession }, context, { username, two_factor_code }) => {
    const { client, remoteAddress } = context;
    const beginSession = (realmId: RealmId, user: User) => {
      // Users with a second factor have just used it.
      const hasBoth = user.secondFactors > 0 && { hasBoth: true as const };
      return pipe(
        openSession(realmId, user.id, { name: client, remoteAddress, ...hasBoth }),
        TE.map((token) => context.startSession(token)),
      );
    };
    return pipe(
      realmForDevelopment(findRealm, context),
      TE.chainW(({ realm: { id } }) =>
        pipe(
          logInForDevelopment(visitorOf(context, id), username, two_factor_code),
          TE.chainFirstW(({ user }) => (user.bot === null ? beginSession(id, user) : TE.right(undefined))),
        ),
      ),
      encodeLogin,
    );
  },
});

const listDevelopmentUsersEndpoint = endpoint({
  method: "get",
  at: "/dev_list_users",
  caller: "anyone",
  summary: "List the users to log in as, on a development server",
  path: {},
  params: {},
  response: {
    direct_admins: { type: "array", items: { type: "object" } },
    direct_users: { type: "array", items: { type: "object" } },
  },
  use: findRealm,
  run: (findRealm, context) =>
    pipe(
      realmForDevelopment(findRealm, context),
      TE.map((state) => {
        const { realm, users } = state;
        const { server } = context;
        const people = [...users.values()].filter((user) => user.bot === null && user.isActive);
        const encode = ({ email }: { email: string }) => ({
          email,
          realm_url: server.url,
          realm_uri: server.url,
        });
        const isAdministrator = ({ role }: { role: string }) => role === "owner" || role === "administrator";
        return {
          direct_admins: people.filter(isAdministrator).map(encode),
          direct_users: people.filter((user) => !isAdministrator(user)).map(encode),
          realm_name: realm.name,
        };
      }),
    ),
});

export const loginEndpoints = [fetchApiKeyEndpoint, fetchApiKeyByTokenEndpoint];

/** `POST /fetch_api_key` below `/json`. */
export const pageLoginEndpoints = [fetchOwnApiKeyEndpoint];

/** Logins that must exist in development only. */
export const developmentEndpoints = [fetchDevelopmentApiKeyEndpoint, listDevelopmentUsersEndpoint];
