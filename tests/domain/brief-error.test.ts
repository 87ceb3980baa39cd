import { briefError } from "../../src/adapters/system/brief-error";

test("an error of any size is a short line, with where it happened", () => {
  const logged = JSON.stringify(briefError(new Error("x".repeat(5_000_000))));
  expect(logged.length).toBeLessThan(8192);
  expect(logged).toContain("brief-error.test");
});

test("of a failed statement only the reason is kept, neither the statement nor what was in it", () => {
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

test("what isn't even an error is kept as text", () => {
  expect(briefError("no")).toEqual({ message: "no" });
});
