import { contentParts } from "../messages/content-part";

/** The operands of those operators of a narrow that have a fixed set of them. */
export const fixedOperands = {
  is: ["unread", "mentioned", "starred", "dm", "followed", "resolved", "alerted", "muted"],
  has: [...contentParts, "reaction"],
  channels: ["public", "web-public", "archived"],
  in: ["home", "all"],
} as const;

export type FixedOperand<Operator extends keyof typeof fixedOperands> =
  (typeof fixedOperands)[Operator][number];
