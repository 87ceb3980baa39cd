/** Lines by topic, in order. */
export type Talk = Readonly<Record<string, readonly string[]>>;
