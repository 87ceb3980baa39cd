import { sliceInto } from "../../../../src/application/messages/internal/prepare-move";

test("the more subscribers a channel has, the fewer messages move there at once", () => {
  expect([0, 1, 150, 1000, 2000, 10_000].map(sliceInto)).toEqual([1000, 1000, 1000, 150, 75, 50]);
});
