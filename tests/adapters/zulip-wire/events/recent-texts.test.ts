import { RecentTexts } from "../../../../src/adapters/zulip-wire/events/recent-texts";

const filled = (texts: RecentTexts, lengths: readonly number[]): readonly number[] => {
  const forgotten: number[] = [];
  for (const [index, length] of lengths.entries()) texts.keep(length, () => forgotten.push(index));
  return forgotten;
};

test("texts are kept while they fit", () => {
  expect(filled(new RecentTexts(100), [60, 40])).toEqual([]);
});

test("the oldest texts are forgotten when newer ones need the room", () => {
  expect(filled(new RecentTexts(100), [60, 40, 10, 60])).toEqual([0, 1]);
});

test("a text that is too long by itself isn't kept", () => {
  expect(filled(new RecentTexts(100), [50, 101, 50])).toEqual([0, 1]);
});
