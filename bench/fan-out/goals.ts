import type { Way } from "./clients";

export const ways: readonly Way[] = ["polls", "streams"];

/** When the last of so many should have a message, in milliseconds: what ejabberd takes. */
export const lastGoals = [
  { receivers: 100, messages: 100, goal: 5.7 },
  { receivers: 500, messages: 40, goal: 15 },
  { receivers: 1000, messages: 30, goal: 31 },
] as const;

/** Ten messages a second: when the last should have one, in milliseconds, and the share of a core. */
export const steady = {
  receivers: 500,
  sending: { messages: 100, perSecond: 10 },
  goal: 20,
  shareGoal: 0.3,
} as const;

/** What a delivery should cost, in microseconds of the server's CPU. */
export const cpuGoals: Readonly<Record<Way, number>> = { polls: 60, streams: 25 };
