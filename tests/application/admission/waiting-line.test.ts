import { WaitingLine } from "../../../src/application/admission/waiting-line";

test("items leave a line in any order", () => {
  const line = new WaitingLine<string>();
  const [first, second, third] = ["first", "second", "third"].map((item) => line.join(item));
  const ends = (): readonly unknown[] => [line.first, line.last, line.length];
  expect(ends()).toEqual(["first", "third", 3]);
  if (second) line.leave(second);
  expect(ends()).toEqual(["first", "third", 2]);
  if (first) line.leave(first);
  expect(ends()).toEqual(["third", "third", 1]);
  if (third) line.leave(third);
  expect(ends()).toEqual([undefined, undefined, 0]);
});

test("a place that was given up leads to no other", () => {
  const line = new WaitingLine<string>();
  const [first, second, third] = ["first", "second", "third"].map((item) => line.join(item));
  if (second) line.leave(second);
  if (first) line.leave(first);
  expect([first, second]).toEqual([
    { item: "first", ahead: undefined, behind: undefined },
    { item: "second", ahead: undefined, behind: undefined },
  ]);
  expect([line.first, third?.ahead]).toEqual(["third", undefined]);
});
