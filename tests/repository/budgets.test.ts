import { expensive } from "../../bench/budgets/expensive";
import { lessExpensive } from "../../bench/budgets/less-expensive";
import { costOf } from "../../src/adapters/http/declaration/cost";
import type { AnyEndpoint } from "../../src/adapters/http/declaration/endpoint";
import { allEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";
import type { Parameters } from "../../src/adapters/zulip-wire/codecs/parameter";

const declared: readonly AnyEndpoint[] = [...allEndpoints(false), ...rootEndpoints];
const nameOf = ({ method, at }: { readonly method: string; readonly at: string }): string =>
  `${method.toUpperCase()} ${at}`;
const measured = new Set(expensive.map(nameOf));
const excused = Object.values(lessExpensive).flat();

/** Classes with limits of their own: their endpoints wait for other servers or for their client, or stream files. */
const limitedByClass = new Set(["outgoing", "upload", "picture", "download", "poll", "stream"]);

const holds = (kinds: string, schemas: readonly unknown[]): boolean =>
  new RegExp(`"type":"(${kinds})"`).test(JSON.stringify(schemas));

/** Whether it fetches the one thing that its path names. */
const fetchesOne = ({ method, at, response }: AnyEndpoint): boolean =>
  method === "get" && at.endsWith("}") && !holds("array", Object.values(response));

/**
 * Whether the declaration shows that no request costs much: its class has limits, or it takes no lists and returns one thing or
 * none.
 */
const isCheap = (one: AnyEndpoint): boolean => {
  const schemas = Object.values(one.params as Parameters).map(({ type }) => type.schema);
  return (
    limitedByClass.has(costOf(one)) ||
    (one.cost === undefined &&
      !holds("array|object", schemas) &&
      (fetchesOne(one) || !holds("array|object", Object.values(one.response))))
  );
};

test("the most expensive request of every endpoint that isn't cheap is measured, or another is known to cost more", () => {
  const needed = declared.filter((one) => !isCheap(one)).map(nameOf);
  // Measure a missing one in bench/budgets/expensive.ts, or name it in less-expensive.ts beside what costs more.
  expect(needed.filter((name) => !measured.has(name) && !excused.includes(name))).toEqual([]);
  expect(excused.filter((name) => measured.has(name) || !needed.includes(name))).toEqual([]);
  expect([...measured].filter((name) => !declared.some((one) => nameOf(one) === name))).toEqual([]);
  expect(new Set(excused).size).toBe(excused.length);
});

test("every endpoint of an expensive class is measured, even if it is small", () => {
  const costly = new Set(
    declared.filter((one) => ["bulk", "register"].includes(costOf(one))).map((one) => nameOf(one)),
  );
  const small = ["reads one row, or a limited number of rows", "changes a few rows of one user"];
  expect(small.flatMap((reason) => lessExpensive[reason] ?? []).filter((name) => costly.has(name))).toEqual(
    [],
  );
  for (const reason of small) expect(lessExpensive[reason]?.length).toBeGreaterThan(0);
});
