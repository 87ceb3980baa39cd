import { parse } from "node:querystring";
import type { Request } from "express";
import fc from "fast-check";
import { parametersOf } from "../../../src/adapters/http/request/request-body";

/** A request as Express presents it; `asked` counts how often its own parser is used. */
const requestOf = (url: string) => {
  let asked = 0;
  const request = {
    url,
    get query() {
      asked += 1;
      const start = url.indexOf("?");
      return parse(start < 0 ? "" : url.slice(start + 1));
    },
  } as unknown as Request;
  return { request, asked: () => asked };
};

const inExpress = (url: string): [string, string][] =>
  Object.entries(requestOf(url).request.query as Record<string, string | string[]>).map(([name, value]) => [
    name,
    Array.isArray(value) ? (value.at(-1) ?? "") : value,
  ]);

const bySign = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);

test("a query is read as Express reads it", () => {
  const sign = fc.constantFrom(
    "a",
    "b",
    "1",
    "=",
    "=",
    "&",
    "&",
    "?",
    "+",
    "%",
    "%41",
    "%zz",
    "é",
    "[",
    "]",
    ".",
  );
  const query = fc.array(sign, { maxLength: 40 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(query, (text) => {
      const url = `/events?${text}`;
      const given = [...parametersOf(requestOf(url).request)];
      expect(given.sort(bySign)).toEqual(inExpress(url).sort(bySign));
    }),
    { numRuns: 2000 },
  );
});

test("the query of an ordinary poll is read without Express's parser", () => {
  const { request, asked } = requestOf("/events?queue_id=0-1&last_event_id=-1&dont_block=true");
  expect([...parametersOf(request)]).toEqual([
    ["queue_id", "0-1"],
    ["last_event_id", "-1"],
    ["dont_block", "true"],
  ]);
  expect(asked()).toBe(0);
});

test("a query with many parameters is left to Express, which bounds their number", () => {
  const url = `/events?${Array.from({ length: 2000 }, (_, index) => `p${index}=1`).join("&")}`;
  const { request, asked } = requestOf(url);
  expect(parametersOf(request).size).toBe(1000);
  expect(asked()).toBe(1);
});
