import { sliceInto } from "../../../../src/application/messages/internal/prepare-move";

test("the more subscribers a channel has, the fewer messages move there at once", () => {
  expect([0, 1, 1000, 2000, 10_000, 100_000].map(sliceInto)).toEqual([1000, 1000, 1000, 500, 100, 50]);
});
