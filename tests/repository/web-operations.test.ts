import { allEndpoints, pageEndpoints } from "../../src/adapters/http/endpoints/all";
import { code, expectPageToEndWith, table } from "../support/docs/generated-page";
import { unusedOperations } from "../support/docs/unused-operations";
import { operationOf, webRequests } from "../support/docs/web-operations";

const operations = [
  ...new Set(
    [...allEndpoints(false), ...pageEndpoints(false)].map(
      ({ method, at }) => `${method.toUpperCase()} ${at.replace("{+", "{")}`,
    ),
  ),
].sort((a, b) => {
  const [[methodA = "", pathA = ""], [methodB = "", pathB = ""]] = [a.split(" "), b.split(" ")];
  return pathA === pathB ? methodA.localeCompare(methodB) : pathA < pathB ? -1 : 1;
});

/** Requests of the page itself, which no program makes. */
const ofThePage = ["GET /session"];
const shown = 3;

const requests = webRequests();
const placesOf = new Map(
  operations.map((operation) => [
    operation,
    [
      ...new Set(
        requests
          .filter((one) => operationOf(one.operation, operations) === operation)
          .flatMap(({ places }) => places),
      ),
    ].sort(),
  ]),
);
const used = new Set(requests.map((one) => operationOf(one.operation, operations)));

test("every request of the client is an operation that exists", () => {
  expect(requests.length).toBeGreaterThan(50);
  expect(
    requests
      .map(({ operation }) => operation)
      .filter((one) => operationOf(one, operations) === undefined && !ofThePage.includes(one)),
  ).toEqual([]);
});

test("every operation has a place in the web client, or a reason to have none", () => {
  const undecided = operations.filter((one) => !used.has(one) && unusedOperations[one] === undefined);
  if (undecided.length > 0)
    throw new Error(
      `Use these operations in the web client, or name them in tests/support/docs/unused-operations.ts under a reason: ${undecided.join(", ")}`,
    );
  expect(Object.keys(unusedOperations).filter((one) => used.has(one) || !operations.includes(one))).toEqual(
    [],
  );
  const places = (operation: string): string => {
    const all = placesOf.get(operation) ?? [];
    const maker = requests.find((one) => operationOf(one.operation, operations) === operation);
    if (all.length === 0) return `wherever the client runs: ${code(maker?.from ?? "")}`;
    const more = all.length > shown ? `, and ${all.length - shown} more` : "";
    return `${all.slice(0, shown).map(code).join(", ")}${more}`;
  };
  expectPageToEndWith(
    "web-operations.md",
    [
      `Of ${operations.length} operations the web client uses ${operations.filter((one) => used.has(one)).length}.`,
      table(
        ["Operation", "In the web client"],
        operations.map((one) => [code(one), used.has(one) ? places(one) : (unusedOperations[one] ?? "")]),
      ),
    ].join("\n\n"),
  );
});

test.each([
  ["GET /users/me", "GET /users/me"],
  ["GET /users/{}", "GET /users/{user_id}"],
  ["DELETE /users/me/sessions/{}", "DELETE /users/me/sessions/{session_id}"],
  ["GET /nothing/{}", undefined],
])("finds the operation of a request: %s", (request, operation) => {
  expect(operationOf(request, operations)).toBe(operation);
});
