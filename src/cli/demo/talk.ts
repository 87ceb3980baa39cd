/** Lines by topic, in the order they are said. */
export type Talk = Readonly<Record<string, readonly string[]>>;
