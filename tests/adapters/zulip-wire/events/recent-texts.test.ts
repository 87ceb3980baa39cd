import { RecentTexts } from "../../../../src/adapters/zulip-wire/events/recent-texts";

const filled = (texts: RecentTexts, lengths: readonly number[]): readonly number[] => {
  const forgotten: number[] = [];
  const owners = lengths.map((_, index) => ({ index }));
  for (const [index, owner] of owners.entries())
    texts.keep(lengths[index] ?? 0, owner, () => forgotten.push(owner.index));
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
