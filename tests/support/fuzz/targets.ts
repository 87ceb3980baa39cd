import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import { allEndpoints, pageEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import { incomingWebhooks } from "../../../src/adapters/webhooks/incoming/all";
import type { Chance } from "./chance";
import { protocolRequest, protocolWords } from "./protocol-requests";
import { type FuzzedRequest, requestTo } from "./requests";
import { csrfToken, routeRequest } from "./route-requests";
import { webhookRequest } from "./webhook-requests";
import type { World } from "./world";

/** Something that takes requests. */
export interface Target {
  readonly name: string;
  /** Whether people may see its refusals, as pages. */
  readonly isPage: boolean;
  /** Whether the server refuses all others once this succeeded. */
  readonly endsAll: boolean;
  request(world: World, chance: Chance): Promise<FuzzedRequest> | FuzzedRequest;
}

const last = ["post /realm/deactivate", "delete /users/me"];

type Credentials = (world: World, chance: Chance) => Promise<Readonly<Record<string, string>>>;

const byKey: Credentials = async (world, { percent, pick }) => {
  if (percent(4)) return {};
  // Mostly the owner, who is refused least.
  return { Authorization: await world.authorizationOf(percent(70) ? 1 : pick(world.callers)) };
};

const bySession: Credentials = async (world, { percent }) => ({
  Cookie: `${percent(95) ? `${await world.cookie()}; ` : ""}csrftoken=${csrfToken}`,
  ...(percent(95) && { "X-CSRFToken": csrfToken }),
});

const ofEndpoints = (
  prefix: string,
  endpoints: readonly AnyEndpoint[],
  credentials: Credentials,
): readonly Target[] =>
  endpoints.map((declared) => ({
    name: `${declared.method} ${prefix}${declared.at}`,
    isPage: false,
    endsAll: last.includes(`${declared.method} ${declared.at}`),
    request: async (world, chance) =>
      requestTo({ prefix, declared }, await credentials(world, chance), chance, world.things),
  }));

/** How Express knows an endpoint whose path has parameters. */
const routeOf = ({ at }: AnyEndpoint): string =>
  at.replace(/\{(\w+)\}/g, ":$1").replace(/\{\+(\w+)\}/g, "*$1");

/** Everything that takes requests at a server: declared endpoints, webhooks, and all other routes that it has. */
export const targetsOf = async ({ routes }: Pick<World, "routes">): Promise<readonly Target[]> => {
  const api = allEndpoints(true);
  const endpoints = [...api, ...pageEndpoints(true), ...rootEndpoints];
  const declared = new Set(endpoints.map(routeOf).filter((path) => /[:*]/.test(path)));
  const others = routes.flatMap(({ paths, methods }) =>
    paths.filter((path) => !declared.has(path)).map((path) => ({ path, methods })),
  );
  const words = await protocolWords();
  const reporting = api.filter(({ caller }) => caller === "webhook");
  const parameters = reporting.flatMap(({ params }) => Object.keys(params));
  const named = { isPage: false, endsAll: false };
  return [
    ...ofEndpoints("/api/v1", api, byKey),
    ...ofEndpoints("", rootEndpoints, byKey),
    ...ofEndpoints("/json", pageEndpoints(true), bySession),
    ...incomingWebhooks.map(
      ({ name }): Target => ({
        ...named,
        name: `webhook ${name}`,
        request: (world, chance) => webhookRequest(name, parameters, world, chance),
      }),
    ),
    ...others.flatMap(({ path, methods }): readonly Target[] =>
      methods.length === 0
        ? words.methods.map((method) => ({
            ...named,
            name: `${method} ${path}`,
            request: (world, chance) => protocolRequest(method, path, words, world, chance),
          }))
        : [
            {
              ...named,
              name: `${methods.join()} ${path}`,
              isPage: true,
              request: (world, chance) => routeRequest(path, methods, world, chance),
            },
          ],
    ),
  ];
};
