import { matchRank } from "./ranking";

/** The best of the names that begin with or contain the query; equally good ones stay in their order. */
export const bestNames = (names: readonly string[], query: string, most: number): readonly string[] => {
  const places = new Map(names.map((name, place) => [name, place]));
  return bestOf(
    names,
    (name) => name,
    query,
    most,
    (name) => places.get(name) ?? 0,
  );
};

/** The best matches by name; equal ones by closeness, then alphabetically. */
export const bestOf = <A>(
  all: readonly A[],
  nameOf: (one: A) => string,
  query: string,
  most: number,
  distance: (one: A) => number = () => 0,
): readonly A[] =>
  all
    .flatMap((one) => {
      const score = matchRank(nameOf(one), query);
      return score === undefined ? [] : [{ one, score, far: distance(one) }];
    })
    .sort((a, b) => a.score - b.score || a.far - b.far || nameOf(a.one).localeCompare(nameOf(b.one)))
    .slice(0, most)
    .map(({ one }) => one);
