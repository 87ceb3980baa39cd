import { costOf, costOfRequest } from "../../../../src/adapters/http/declaration/cost";
import { costLimits } from "../../../../src/adapters/http/declaration/cost-limits";
import type { AnyEndpoint } from "../../../../src/adapters/http/declaration/endpoint";
import { allEndpoints, rootEndpoints } from "../../../../src/adapters/http/endpoints/all";
import { openApi } from "../../../../src/adapters/http/routes/openapi";

const everything: readonly AnyEndpoint[] = [...allEndpoints(true), ...rootEndpoints];
const named = (title: string): AnyEndpoint => {
  const found = everything.find(({ method, at }) => `${method} ${at}` === title);
  if (found === undefined) throw new Error(title);
  return found;
};

test("every endpoint shares a limit with others, and the API document names it", () => {
  const inApi = allEndpoints(true);
  const { paths } = openApi(inApi, "") as { paths: Record<string, Record<string, object>> };
  for (const declared of inApi) {
    const operation = paths[declared.at.replace("{+", "{")]?.[declared.method];
    expect(operation).toMatchObject({ "x-cost": costOf(declared) });
  }
  for (const declared of everything) expect(costLimits).toHaveProperty(costOf(declared));
});

test("an undeclared cost follows from the endpoint's kind", () => {
  const costs = [
    "get /users",
    "post /typing",
    "get /server_settings",
    "post /user_uploads",
    "post /realm/icon",
  ];
  expect(costs.map((title) => costOf(named(title)))).toEqual([
    "read",
    "write",
    "anonymous",
    "upload",
    "picture",
  ]);
});

test("no user can hold all turns of a class, except a class that waits for nobody", () => {
  for (const [name, { running, runningEach, waiting, waitingEach }] of Object.entries(costLimits)) {
    expect([name, runningEach < running]).toEqual([name, true]);
    expect([name, waitingEach < waiting || waiting === 0]).toEqual([name, true]);
  }
});

test("a narrow that searches text, or what messages have, costs the same as a search, on every endpoint", () => {
  const cost = (title: string, narrow: string) =>
    costOfRequest(named(title), () => new Map([["narrow", narrow]]));
  const search = '[{"operator":"search","operand":"x"}]';
  expect(cost("get /messages", search)).toBe("search");
  expect(cost("get /messages", '[["search", "x"]]')).toBe("search");
  expect(cost("get /messages", '[["-search", "x"]]')).toBe("search");
  expect(cost("get /messages", '[{"operator":"has","operand":"reaction"}]')).toBe("search");
  expect(cost("get /messages", '[["-has", "link"]]')).toBe("search");
  expect(cost("get /messages", '[["s\\u0065arch", "x"]]')).toBe("search");
  expect(cost("get /messages", '[["\\u002dsearc\\u0068", "x"]]')).toBe("search");
  expect(cost("get /messages", '[{"operator":"channel","operand":"x"}]')).toBe("messages");
  expect(cost("post /messages/flags/narrow", search)).toBe("search");
  expect(cost("post /register", search)).toBe("register");
  expect(cost("get /users", search)).toBe("read");
});

test("a queue without an initial state is cheap; with one that grows with the organization it isn't", () => {
  const cost = (parameters: Readonly<Record<string, string>>) =>
    costOfRequest(named("post /register"), () => new Map(Object.entries(parameters)));
  expect(cost({ fetch_event_types: "[]" })).toBe("queue");
  expect(cost({ fetch_event_types: ' [ "message" ] ' })).toBe("queue");
  expect(cost({ event_types: '["message"]' })).toBe("queue");
  expect(cost({ event_types: '["message","realm_user"]', fetch_event_types: "[]" })).toBe("queue");
  expect(cost({ event_types: '["message"]', fetch_event_types: '["realm_user"]' })).toBe("register");
  expect(cost({ event_types: '["message","realm_user"]' })).toBe("register");
  expect(cost({ event_types: "[]", fetch_event_types: "null" })).toBe("register");
  expect(cost({ fetch_event_types: '["mess\\u0061ge"]' })).toBe("register");
  expect(cost({})).toBe("register");
});

test("a change of a long list is costly, and one of a short list isn't", () => {
  const cost = (title: string, name: string, value: unknown) =>
    costOfRequest(named(title), () => new Map([[name, JSON.stringify(value)]]));
  const values = (length: number) => Array.from({ length }, (_, id) => ({ id, value: "a, b, c, d" }));
  const numbers = (length: number) => Array.from({ length }, (_, id) => id);
  for (const [title, name] of [
    ["patch /users/me/profile_data", "data"],
    ["patch /users/{user_id}", "profile_data"],
    ["patch /users/{email}", "profile_data"],
  ] as const) {
    expect(cost(title, name, values(10))).toBe("write");
    expect(cost(title, name, values(11))).toBe("bulk");
  }
  expect(cost("delete /users/me/profile_data", "data", numbers(60))).toBe("bulk");
  expect(cost("post /messages/flags", "messages", numbers(1000))).toBe("write");
  expect(cost("post /messages/flags", "messages", numbers(1001))).toBe("bulk");
  expect(cost("post /drafts", "drafts", values(100))).toBe("bulk");
  expect(cost("post /users/me/alert_words", "alert_words", numbers(1000))).toBe("bulk");
  expect(cost("patch /users/{user_id}", "full_name", "x".repeat(100))).toBe("write");
  const broken = () => new Map([["data", `${JSON.stringify(values(60))}]`]]);
  expect(costOfRequest(named("patch /users/me/profile_data"), broken)).toBe("write");
});

test("only parameters that the endpoint has, of requests that usually cost less, are limited by length", () => {
  const limited = everything.filter(({ bulkBeyond }) => bulkBeyond !== undefined);
  for (const declared of limited) {
    expect(costOf(declared)).toBe("write");
    for (const name of Object.keys(declared.bulkBeyond ?? {})) expect(declared.params).toHaveProperty(name);
  }
  expect(limited.length).toBeGreaterThan(0);
});
