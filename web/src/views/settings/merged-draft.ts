/** What a form began with, and what it says now. */
export interface Merge<A> {
  readonly base: A;
  readonly draft: A;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const namesIn = <A extends object>(values: A): readonly (keyof A)[] => Object.keys(values) as (keyof A)[];

/** Takes on what others made of fields that nobody has touched here; drafts stay. */
export const followed = <A extends object>({ base, draft }: Merge<A>, now: A): Merge<A> => {
  const free = namesIn(now).filter(
    (name) => isSame(draft[name], base[name]) || isSame(draft[name], now[name]),
  );
  const taken = Object.fromEntries(free.map((name) => [name, now[name]]));
  return { base: { ...base, ...taken }, draft: { ...draft, ...taken } };
};

/** Fields that became one thing here and another elsewhere. */
export const contested = <A extends object>({ base, draft }: Merge<A>, now: A): readonly (keyof A)[] =>
  namesIn(now).filter(
    (name) =>
      !isSame(base[name], now[name]) && !isSame(draft[name], base[name]) && !isSame(draft[name], now[name]),
  );

/** What is different here. */
export const ownChanges = <A extends object>({ base, draft }: Merge<A>): Partial<A> =>
  Object.fromEntries(
    namesIn(draft)
      .filter((name) => !isSame(draft[name], base[name]))
      .map((name) => [name, draft[name]]),
  ) as Partial<A>;
