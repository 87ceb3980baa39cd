/** Organizations of about one size. */
export interface SizeClass {
  readonly realms: number;
  /** How many people each has, on average: an expectation, so it needn't be whole. */
  readonly people: number;
}

/** The largest have a class each. */
const alone = 1000;
/** Each other class ends at this many times the rank at which it begins. */
const width = 1.02;

/** The sum of rank^-exponent over the ranks from `first` to before `end`, by the integral; exact enough for high ranks. */
const sumBetween = (first: number, end: number, exponent: number): number =>
  exponent === 1
    ? Math.log((end - 0.5) / (first - 0.5))
    : ((end - 0.5) ** (1 - exponent) - (first - 0.5) ** (1 - exponent)) / (1 - exponent);

/**
 * The sizes of organizations, the largest first: they fall with a power of the rank, as those of cities and companies do.
 * All of them together have `people`.
 */
export const realmSizes = (people: number, realms: number, exponent: number): readonly SizeClass[] => {
  const classes: SizeClass[] = [];
  for (let rank = 1; rank <= realms; ) {
    const end = rank <= alone ? rank + 1 : Math.min(realms + 1, Math.ceil(rank * width));
    const together = end === rank + 1 ? rank ** -exponent : sumBetween(rank, end, exponent);
    classes.push({ realms: end - rank, people: together / (end - rank) });
    rank = end;
  }
  const sum = classes.reduce((total, one) => total + one.realms * one.people, 0);
  return classes.map((one) => ({ ...one, people: (one.people * people) / sum }));
};
