/** The operators of a narrow under their current names, except those that nobody types: `search` and older ones. */
export const narrowOperators = [
  "is",
  "has",
  "channel",
  "topic",
  "dm",
  "dm-including",
  "sender",
  "mentions",
  "channels",
  "in",
  "near",
  "id",
] as const;
export type NarrowOperator = (typeof narrowOperators)[number];
