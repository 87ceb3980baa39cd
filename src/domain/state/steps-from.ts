import type { LoggedEvent } from "../events/event";
import { apply } from "./apply";
import type { LogStep } from "./log-step";
import type { RealmState } from "./realm-state";

/** The steps of consecutive events that lead on from a state. It may have passed the first ones. */
export const stepsFrom = (state: RealmState, events: readonly LoggedEvent[]): readonly LogStep[] => {
  let before = state;
  const steps: LogStep[] = [];
  for (const { position, event } of events) {
    if (position <= before.position) continue;
    const after = apply(before, event);
    steps.push({ position, before, event, after });
    before = after;
  }
  return steps;
};
