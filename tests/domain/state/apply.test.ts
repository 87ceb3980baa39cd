import fc from "fast-check";
import type { RealmState } from "../../../src/domain/realm-state";
import { apply, takeBack, undoOf } from "../../../src/domain/state/apply";
import { aRealmState } from "../../support/builders";
import { historyOf, someSteps } from "../../support/histories";
import { factsOf } from "../../support/state-facts";

const statesThrough = (steps: Parameters<typeof historyOf>[0]) => {
  const events = historyOf(steps);
  const states: RealmState[] = [aRealmState()];
  for (const event of events) states.push(apply(states.at(-1) ?? aRealmState(), event));
  return { events, states };
};

test("a state never changes, whatever is applied to it", () => {
  fc.assert(
    fc.property(someSteps, (steps) => {
      const events = historyOf(steps);
      let state = aRealmState();
      for (const event of events) {
        const before = JSON.stringify(factsOf(state), jsonMaps);
        const after = apply(state, event);
        expect(JSON.stringify(factsOf(state), jsonMaps)).toBe(before);
        state = after;
      }
    }),
    { numRuns: 50 },
  );
});

test("what an event did can be taken back, from what is stored of it", () => {
  fc.assert(
    fc.property(someSteps, (steps) => {
      const { events, states } = statesThrough(steps);
      let state = states.at(-1) ?? aRealmState();
      for (let index = events.length - 1; index >= 0; index -= 1) {
        const [before, event] = [states[index], events[index]];
        if (before === undefined || event === undefined)
          throw new Error("There is a state before each event");
        const stored = JSON.parse(JSON.stringify(undoOf(before, event)));
        state = takeBack(state, stored).at(before.position);
        expect(factsOf(state)).toEqual(factsOf(before));
      }
    }),
    { numRuns: 100 },
  );
});

const jsonMaps = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;
