/** The value a form started from, and its draft. */
export interface Merge<A> {
  readonly base: A;
  readonly draft: A;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const namesIn = <A extends object>(values: A): readonly (keyof A)[] => Object.keys(values) as (keyof A)[];

/** Takes over others' changes to fields that are untouched here; drafts stay. */
export const rebased = <A extends object>({ base, draft }: Merge<A>, now: A): Merge<A> => {
  const free = namesIn(now).filter(
    (name) => isSame(draft[name], base[name]) || isSame(draft[name], now[name]),
  );
  const updates = Object.fromEntries(free.map((name) => [name, now[name]]));
  return { base: { ...base, ...updates }, draft: { ...draft, ...updates } };
};

/** Fields that were changed differently here and elsewhere. */
export const conflicting = <A extends object>({ base, draft }: Merge<A>, now: A): readonly (keyof A)[] =>
  namesIn(now).filter(
    (name) =>
      !isSame(base[name], now[name]) && !isSame(draft[name], base[name]) && !isSame(draft[name], now[name]),
  );

/** The fields that differ from the base. */
export const changedFields = <A extends object>({ base, draft }: Merge<A>): Partial<A> =>
  Object.fromEntries(
    namesIn(draft)
      .filter((name) => !isSame(draft[name], base[name]))
      .map((name) => [name, draft[name]]),
  ) as Partial<A>;
