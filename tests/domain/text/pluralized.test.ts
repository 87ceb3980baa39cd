import { pluralized } from "../../../src/domain/text/pluralized";

test("one thing is singular, any other number plural", () => {
  expect([0, 1, 2].map((count) => pluralized(count, "file"))).toEqual(["0 files", "1 file", "2 files"]);
});
