import { briefError } from "../../../src/adapters/system/brief-error";

test("shortens an error of any size to a line with its location", () => {
  const logged = JSON.stringify(briefError(new Error("x".repeat(5_000_000))));
  expect(logged.length).toBeLessThan(8192);
  expect(logged).toContain("brief-error.test");
});

test("keeps only the reason of a failed statement, without the statement or its values", () => {
  const statement = `insert into "messages" ("content") values ('our secret') - value too long`;
  const error = Object.assign(new Error(statement), {
    code: "22001",
    routine: "varchar",
    detail: "Key (content)=(our secret) is too long",
  });
  const logged = JSON.stringify(briefError(error));
  expect(logged).toContain("value too long");
  expect(logged).not.toContain("secret");
});

test.each([
  ["WITH seen_0 AS MATERIALIZED (SELECT 'our secret') SELECT 1", "Connection terminated unexpectedly"],
  ["select * from t where a - b = 'our secret'", "Query read timeout"],
  ["BEGIN;", "timeout expired"],
])("keeps only the reason when the driver fails at %s", (statement, reason) => {
  const brief = briefError(new Error(`${statement} - ${reason}`));
  expect(brief).toMatchObject({ message: reason });
  expect(JSON.stringify(brief)).not.toContain("secret");
});

test("other messages stay whole", () => {
  expect(briefError(new Error("The store - a bucket - is gone"))).toMatchObject({
    message: "The store - a bucket - is gone",
  });
});

test("keeps a thrown value that isn't an error as text", () => {
  expect(briefError("no")).toEqual({ message: "no" });
});
