/** The singular for one, the plural for any other number. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
