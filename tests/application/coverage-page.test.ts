import { allEndpoints, pageEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";
import { code, expectPageToEndWith, expectPageToHold, table } from "../support/kept-page";
import { knownDifferences } from "../support/known-differences";
import operations from "../support/zulip-operations.json";

const ofNoFurtherUse = "Zulip's servers no longer have it";

/** Why an operation of Zulip's isn't declared here. */
const reasons: Readonly<Record<string, string>> = {
  "DELETE /user_groups/{user_group_id}": ofNoFurtherUse,
  "PATCH /users/me/subscriptions": "Gone since level 512",
  "GET /realm/filters": ofNoFurtherUse,
  "GET /users/me/pointer": ofNoFurtherUse,
  "POST /users/me/pointer": ofNoFurtherUse,
  "POST /users/me/tutorial_status": ofNoFurtherUse,
  "GET /health": "Served beside the endpoints",
  "POST /remotes/push/e2ee/register": "For servers that relay others' notifications, which Parley isn't",
  "GET /realm/subdomain/{subdomain}":
    "Only the page that founds an organization asks for it; ours checks by itself",
  "GET /thumbnail": ofNoFurtherUse,
};

/** The same place under another name: Zulip's routes name their parts otherwise here and there. */
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

test("each operation of Zulip's is here, or the page says why it isn't", () => {
  const missing = operations.filter((operation) => !declared.has(bare(operation)));
  expect(missing.filter((operation) => reasons[operation] === undefined)).toEqual([]);
  expect(Object.keys(reasons).filter((operation) => !missing.includes(operation))).toEqual([]);
  expectPageToEndWith(
    "coverage.md",
    [
      `Of ${operations.length} operations that Zulip's servers have or had up to level 512, ${operations.length - missing.length} are here.`,
      table(
        ["Operation", "Why it isn't here"],
        missing.map((operation) => [code(operation), reasons[operation] ?? ""]),
      ),
      table(
        ["Operation", "Here"],
        operations.filter((one) => !missing.includes(one)).map((operation) => [code(operation), "yes"]),
      ),
    ].join("\n\n"),
  );
});

/** What a pattern finds, without the signs of patterns. */
const found = (pattern: RegExp): string => pattern.source.replace(/[\^$]/g, "").replaceAll("\\", "");

test("the page names each way in which answers differ from the shapes of older levels", () => {
  const rows = Object.entries(knownDifferences).flatMap(([level, known]) =>
    known.map(([pattern, reason]) => [level, code(found(pattern)), reason]),
  );
  expectPageToHold("coverage.md", "Shapes", table(["Level", "Difference", "Reason"], rows));
});
