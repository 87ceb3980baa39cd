/** One word for one, another for all other numbers. */
export const several = (count: number, one: string, many: string): string => (count === 1 ? one : many);
