import type { ClockWatch } from "../../application/monitoring/clock-watch";
import { millisecondsIn } from "../../domain/units/time";
import { type Component, component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";

const everyMilliseconds = 10 * millisecondsIn.second;
/** A silent database must not hold up the end of the process. */
const patience = millisecondsIn.second;

/** Compares the clocks before anything depends on them, and then every few seconds. */
export const clockComparison = (
  watch: ClockWatch,
  onError: (error: unknown) => void,
): readonly Component[] => [
  component("clock", { start: () => watch.compare().catch(onError) }),
  recurring("comparing clocks", () => watch.compare(), {
    everyMilliseconds,
    atOnce: false,
    onError,
    patience,
  }),
];
