import { readdirSync } from "node:fs";
import { join } from "node:path";
import { allEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";
import { createNothing, creations } from "../support/docs/creations";
import { code, expectPageToHold, table } from "../support/docs/generated-page";

const requests = [...allEndpoints(true), ...rootEndpoints]
  .filter(({ method }) => method === "post" || method === "put")
  .map(({ method, at }) => `${method.toUpperCase()} ${at}`);

test("everything that a request can create has a bound, or it creates nothing", () => {
  const harmless = Object.values(createNothing).flat();
  const creating = new Set(creations.flatMap(({ by }) => by).filter((one) => !one.startsWith("page ")));
  expect([...creating, ...harmless].sort()).toEqual([...new Set(requests)].sort());
});

/** The files of this name, from the root of the repository. Bounds are the server's, so browsers don't test them. */
const filesNamed = (name: string): readonly string[] =>
  readdirSync(join(__dirname, ".."), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(`/${name}`) && !path.startsWith("browser/"))
    .map((path) => `tests/${path}`);

test("every bound has a test, in one file", () => {
  const names = new Set(creations.map(({ test }) => test));
  expect([...names].filter((name) => filesNamed(name).length !== 1)).toEqual([]);
});

test("docs/budgets.md lists what can be created, with its bound and test", () => {
  expectPageToHold(
    "budgets.md",
    "Things that requests create",
    table(
      ["What", "Most", "Test", "By"],
      creations.map(({ thing, bound, test, by }) => [
        thing,
        bound,
        filesNamed(test).map(code).join(", "),
        by.map(code).join(", "),
      ]),
    ),
  );
});
