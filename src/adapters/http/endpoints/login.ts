import { isLeft, left, map, right } from "fp-ts/Either";
import type { Result } from "../../../application/caller";
import { findRealm } from "../../../application/realm/find-realm";
import type { LoggedIn } from "../../../application/users/log-in";
import { logIn } from "../../../application/users/log-in";
import { logInForDevelopment } from "../../../application/users/log-in-for-development";
import { authenticationFailed } from "../../../domain/errors";
import type { RealmState } from "../../../domain/realm-state";
import { required } from "../codecs/parameter";
import { text } from "../codecs/wire-type";
import { endpoint } from "../endpoint";

const response = {
  api_key: { type: "string" },
  email: { type: "string" },
  user_id: { type: "integer" },
};

const inRealm = async (
  found: ReturnType<ReturnType<typeof findRealm>>,
  logIn: (state: RealmState) => Result<LoggedIn>,
) => {
  const realm = await found();
  return isLeft(realm) ? realm : logIn(realm.right)();
};

const encodeLogin = map(({ user, apiKey }: LoggedIn) => ({
  api_key: apiKey,
  email: user.email,
  user_id: user.id,
}));

const fetchApiKeyEndpoint = endpoint({
  method: "post",
  at: "/fetch_api_key",
  caller: "anyone",
  summary: "Exchange an address and a password for an API key",
  path: {},
  params: { username: required(text), password: required(text) },
  response,
  use: { findRealm, logIn },
  run:
    ({ findRealm, logIn }, { host, remoteAddress }, { username, password }) =>
    async () =>
      encodeLogin(
        await inRealm(findRealm(host), ({ realm }) => logIn(realm.id, username, password, remoteAddress)),
      ),
});

/** Development mode only: clients' own test suites log in so. */
const fetchDevelopmentApiKeyEndpoint = endpoint({
  method: "post",
  at: "/dev_fetch_api_key",
  caller: "anyone",
  summary: "Get anyone's API key, on a development server",
  path: {},
  params: { username: required(text) },
  response,
  use: { findRealm, logInForDevelopment },
  run:
    ({ findRealm, logInForDevelopment }, { host, server }, { username }) =>
    async () =>
      server.isDevelopment
        ? encodeLogin(await inRealm(findRealm(host), ({ realm }) => logInForDevelopment(realm.id, username)))
        : left(authenticationFailed),
});

const listDevelopmentUsersEndpoint = endpoint({
  method: "get",
  at: "/dev_list_users",
  caller: "anyone",
  summary: "List whom one can log in as, on a development server",
  path: {},
  params: {},
  response: {
    direct_admins: { type: "array", items: { type: "object" } },
    direct_users: { type: "array", items: { type: "object" } },
  },
  use: findRealm,
  run:
    (findRealm, { host, server }) =>
    async () => {
      if (!server.isDevelopment) return left(authenticationFailed);
      const found = await findRealm(host)();
      if (isLeft(found)) return found;
      const { realm, users } = found.right;
      const people = [...users.values()].filter((user) => user.bot === null && user.isActive);
      const encode = ({ email }: { email: string }) => ({
        email,
        realm_url: server.url,
        realm_uri: server.url,
      });
      const isAdministrator = ({ role }: { role: string }) => role === "owner" || role === "administrator";
      return right({
        direct_admins: people.filter(isAdministrator).map(encode),
        direct_users: people.filter((user) => !isAdministrator(user)).map(encode),
        realm_name: realm.name,
      });
    },
});

export const loginEndpoints = [fetchApiKeyEndpoint];

/** Ways in that must exist nowhere else than in development. */
export const developmentEndpoints = [fetchDevelopmentApiKeyEndpoint, listDevelopmentUsersEndpoint];
