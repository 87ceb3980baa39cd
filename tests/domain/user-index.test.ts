import { UserIndex } from "../../src/domain/user-index";
import { aUser } from "../support/builders";

test("users are found by what is true of them now", () => {
  const index = new UserIndex();
  const ada = aUser({ id: 2, fullName: "Ada", email: "ada@example.com", alertWords: ["Tea", "milk"] });
  index.replace(undefined, ada);
  index.replace(undefined, aUser({ id: 1, fullName: "ADA", email: "other@example.com" }));
  expect(index.idsByName("ada")).toEqual([1, 2]);
  expect(index.idByEmail("ADA@example.com")).toBe(2);
  expect(index.alertWords).toEqual(
    new Map([
      ["tea", new Set([2])],
      ["milk", new Set([2])],
    ]),
  );
  const renamed = { ...ada, fullName: "Grace", email: "grace@example.com", alertWords: ["tea"] };
  index.replace(ada, renamed);
  expect(index.idsByName("Ada")).toEqual([1]);
  expect(index.idsByName("grace")).toEqual([2]);
  expect(index.idByEmail("ada@example.com")).toBeUndefined();
  expect([...index.alertWords.keys()]).toEqual(["tea"]);
  index.replace(renamed, { ...renamed, isActive: false });
  expect(index.alertWords.size).toBe(0);
  expect(index.idsByName("nobody")).toEqual([]);
});
