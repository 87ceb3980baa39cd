import type { Clock } from "../../application/ports/system/clock";

export const systemClock: Clock = { now: () => Date.now() };
