import { type ShareCount, sharePlaces } from "../../../src/domain/jobs/share-places";

const many = 1000;
const share = (realmId: number, name: string, count = many): ShareCount => ({ realmId, share: name, count });
const given = (
  places: number,
  waiting: readonly ShareCount[],
  { each = many, running = [] }: { each?: number; running?: readonly ShareCount[] } = {},
) =>
  sharePlaces(places, { each, running }, waiting).map(({ realmId, share, count }) => [
    `${realmId}${share}`,
    count,
  ]);

test("few jobs get their places, whoever they belong to", () => {
  expect(given(40, [share(1, "a", 2), share(1, "b", 1), share(2, "a", 3)], { each: 5 })).toEqual([
    ["1a", 2],
    ["1b", 1],
    ["2a", 3],
  ]);
  expect(given(0, [share(1, "a")])).toEqual([]);
});

test("a share never runs more jobs than its kind allows, including those that run already", () => {
  expect(given(40, [share(1, "a")], { each: 5 })).toEqual([["1a", 5]]);
  const running = [share(1, "a", 2), share(1, "a", 2), share(2, "a", 9)];
  expect(given(40, [share(1, "a"), share(1, "b")], { each: 5, running })).toEqual([
    ["1a", 1],
    ["1b", 5],
  ]);
  expect(given(40, [share(1, "a")], { each: 4, running })).toEqual([]);
});

test("a realm takes at most half of the places, however many shares it has", () => {
  const shares = Array.from({ length: 100 }, (_, index) => share(1, `${index}`));
  const total = (counts: readonly ShareCount[]) => counts.reduce((sum, { count }) => sum + count, 0);
  const first = sharePlaces(40, { each: 5, running: [] }, shares);
  expect(total(first)).toBe(20);
  expect(sharePlaces(20, { each: 5, running: first }, shares)).toEqual([]);
  expect(given(20, [...shares, share(2, "late", 1)], { each: 5, running: first })).toEqual([["2late", 1]]);
});

test("the fuller it gets, the less each realm takes, so that a place is free for a newcomer", () => {
  let running: readonly ShareCount[] = [];
  let free = 40;
  for (let realmId = 1; realmId <= 5; realmId += 1) {
    const waiting = Array.from({ length: realmId }, (_, index) => share(index + 1, "a"));
    const taken = sharePlaces(free, { each: many, running }, waiting);
    expect(taken).toContainEqual({ realmId, share: "a", count: expect.any(Number) });
    running = [...running, ...taken];
    free -= taken.reduce((sum, { count }) => sum + count, 0);
  }
  expect(free).toBeGreaterThan(0);
});

test("the next place goes to the realm with the fewest running jobs, and in it to the share with the fewest", () => {
  const running = [share(1, "a", 2), share(1, "b", 1), share(2, "a", 1)];
  const waiting = [share(1, "a"), share(1, "b"), share(2, "a"), share(2, "b")];
  expect(given(6, waiting, { running: running.slice(0, 2) })).toEqual([
    ["2a", 2],
    ["2b", 1],
  ]);
  expect(given(3, waiting, { running })).toEqual([["2b", 1]]);
});

test("a single place goes to whoever waits longest", () => {
  expect(given(1, [share(2, "b"), share(1, "a")])).toEqual([["2b", 1]]);
});
