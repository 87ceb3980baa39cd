import { isLeft, left, map, right } from "fp-ts/Either";
import type { Result } from "../../../application/caller";
import type { UseCases } from "../../../application/use-cases";
import type { LoggedIn } from "../../../application/users/log-in";
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

const inRealm = async (app: UseCases, host: string, logIn: (state: RealmState) => Result<LoggedIn>) => {
  const found = await app.realms.find(host)();
  return isLeft(found) ? found : logIn(found.right)();
};

const encodeLogin = map(({ user, apiKey }: LoggedIn) => ({
  api_key: apiKey,
  email: user.email,
  user_id: user.id,
}));

const fetchApiKey = endpoint({
  method: "post",
  at: "/fetch_api_key",
  caller: "anyone",
  summary: "Exchange an address and a password for an API key",
  path: {},
  params: { username: required(text), password: required(text) },
  response,
  run:
    (app, { host, remoteAddress }, { username, password }) =>
    async () =>
      encodeLogin(
        await inRealm(app, host, ({ realm }) => app.users.logIn(realm.id, username, password, remoteAddress)),
      ),
});

/** Development mode only: clients' own test suites log in so. */
const fetchDevelopmentApiKey = endpoint({
  method: "post",
  at: "/dev_fetch_api_key",
  caller: "anyone",
  summary: "Get anyone's API key, on a development server",
  path: {},
  params: { username: required(text) },
  response,
  run:
    (app, { host, server }, { username }) =>
    async () =>
      server.isDevelopment
        ? encodeLogin(
            await inRealm(app, host, ({ realm }) => app.users.logInForDevelopment(realm.id, username)),
          )
        : left(authenticationFailed),
});

const listDevelopmentUsers = endpoint({
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
  run:
    (app, { host, server }) =>
    async () => {
      if (!server.isDevelopment) return left(authenticationFailed);
      const found = await app.realms.find(host)();
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

export const loginEndpoints = [fetchApiKey];

/** Ways in that must exist nowhere else than in development. */
export const developmentEndpoints = [fetchDevelopmentApiKey, listDevelopmentUsers];
