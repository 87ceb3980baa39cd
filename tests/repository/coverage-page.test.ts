import { allEndpoints, pageEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";
import operations from "../support/clients/zulip-operations.json";
import { code, expectPageToEndWith, expectPageToHold, table } from "../support/docs/generated-page";
import { knownDifferences } from "../support/mission/known-differences";

const ofNoFurtherUse = "Zulip's servers no longer have it";

/** Why an operation of Zulip's isn't declared here. */
const reasons: Readonly<Record<string, string>> = {
  "DELETE /user_groups/{user_group_id}": ofNoFurtherUse,
  "PATCH /users/me/subscriptions": "Removed at level 512",
  "GET /realm/filters": ofNoFurtherUse,
  "GET /users/me/pointer": ofNoFurtherUse,
  "POST /users/me/pointer": ofNoFurtherUse,
  "POST /users/me/tutorial_status": ofNoFurtherUse,
  "GET /health": "Served outside the API, at the root",
  "POST /remotes/push/e2ee/register":
    "For servers that relay notifications for others, which Parley doesn't do",
  "GET /realm/subdomain/{subdomain}":
    "Only the page that creates an organization uses it; ours checks by itself",
  "GET /thumbnail": ofNoFurtherUse,
};

/** An operation without the names of its parts, because Zulip's routes sometimes name them differently. */
const bare = (operation: string): string =>
  operation
    .replace(/^(\w+) \/json\//, "$1 /")
    .replace(/\[[^\]]*\]$/, "")
    .replace(/\/?\{[^}]*\}.*$/, (rest) => rest.replace(/\{[^}]*\}/g, "{}"));

const declared = new Set(
  [...allEndpoints(true), ...pageEndpoints(true), ...rootEndpoints].map(({ method, at }) =>
    bare(`${method.toUpperCase()} ${at}`),
  ),
);

test("each of Zulip's operations is implemented, or the page says why it isn't", () => {
  const missing = operations.filter((operation) => !declared.has(bare(operation)));
  expect(missing.filter((operation) => reasons[operation] === undefined)).toEqual([]);
  expect(Object.keys(reasons).filter((operation) => !missing.includes(operation))).toEqual([]);
  expectPageToEndWith(
    "coverage.md",
    [
      `Of ${operations.length} operations that Zulip's servers have or had up to level 512, ${operations.length - missing.length} are here. The others:`,
      table(
        ["Operation", "Why it isn't here"],
        missing.map((operation) => [code(operation), reasons[operation] ?? ""]),
      ),
    ].join("\n\n"),
  );
});

/** What a pattern matches, without the pattern's syntax. */
const found = (pattern: RegExp): string => pattern.source.replace(/[\^$]/g, "").replaceAll("\\", "");

test("the page names every way in which answers differ from the shapes of older levels", () => {
  const rows = Object.entries(knownDifferences).flatMap(([level, known]) =>
    known.map(([pattern, reason]) => [level, code(found(pattern)), reason]),
  );
  expectPageToHold("coverage.md", "Shapes", table(["Level", "Difference", "Reason"], rows));
});
