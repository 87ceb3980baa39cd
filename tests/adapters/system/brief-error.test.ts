import { briefError } from "../../../src/adapters/system/brief-error";

test("shortens an error of any size to a line with its location", () => {
  const logged = JSON.stringify(briefError(new Error("x".repeat(5_000_000))));
  expect(logged.length).toBeLessThan(8192);
  expect(logged).toContain("brief-error.test");
});

test("leaves out what the database says about rows", () => {
  const error = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Key (content)=(our secret) already exists",
  });
  const logged = JSON.stringify(briefError(error));
  expect(logged).toContain("duplicate key value");
  expect(logged).not.toContain("secret");
});

test("other messages stay whole", () => {
  expect(briefError(new Error("The store - a bucket - is gone"))).toMatchObject({
    message: "The store - a bucket - is gone",
  });
});

test("keeps a thrown value that isn't an error as text", () => {
  expect(briefError("no")).toEqual({ message: "no" });
});
