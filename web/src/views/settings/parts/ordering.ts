/** The ids with one of them moved to another index. */
export const movedTo = (ids: readonly number[], id: number, place: number): readonly number[] => {
  const others = ids.filter((one) => one !== id);
  const at = Math.max(0, Math.min(others.length, place));
  return [...others.slice(0, at), id, ...others.slice(at)];
};

export const isSameOrder = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);

/** The index for a row dragged to a height, judged by the middles of the rows. */
export const placeAt = (middles: readonly number[], height: number): number =>
  middles.filter((middle) => middle < height).length;
