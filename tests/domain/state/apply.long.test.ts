import type { RealmEvent } from "../../../src/domain/events/event";
import { peopleNamedBy } from "../../../src/domain/groups/group-setting";
import type { UserGroup } from "../../../src/domain/groups/user-group";
import { apply, takeBack, undoOf } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { readUndos } from "../../../src/domain/state/state-change-codec";
import { aRealmState } from "../../support/builders/entities";
import { eventArbitraries, eventTypes } from "../../support/random/arbitraries/events";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps, userIds } from "../../support/random/histories";
import { expectSameFacts, factsOf } from "../../support/random/state-answers";

const idOf = ({ id }: { readonly id: number }): number => id;

const statesThrough = (steps: Parameters<typeof historyOf>[0]) => {
  const events = historyOf(steps);
  const states: RealmState[] = [aRealmState()];
  for (const event of events) states.push(apply(states.at(-1) ?? aRealmState(), event));
  return { events, states };
};

test("applying events doesn't mutate a state", () => {
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

test("an event can be reverted with its stored undo data", () => {
  fc.assert(
    fc.property(someSteps, (steps) => {
      const { events, states } = statesThrough(steps);
      let state = states.at(-1) ?? aRealmState();
      for (let index = events.length - 1; index >= 0; index -= 1) {
        const [before, event] = [states[index], events[index]];
        if (before === undefined || event === undefined)
          throw new Error("There is a state before each event");
        const stored = readUndos([JSON.parse(JSON.stringify(undoOf(before, event)))]);
        state = takeBack(state, stored?.[0] ?? []).at(before.position);
        expectSameFacts(state, before);
      }
    }),
    { numRuns: 100 },
  );
});

test.each(eventTypes)(
  "an event of type %s can be reverted in any state with its stored undo data",
  (type) => {
    fc.assert(
      fc.property(someSteps, eventArbitraries[type] as fc.Arbitrary<RealmEvent>, (steps, event) => {
        const before = statesThrough(steps).states.at(-1) ?? aRealmState();
        const stored = readUndos([JSON.parse(JSON.stringify(undoOf(before, event)))]);
        const back = takeBack(apply(before, event), stored?.[0] ?? []).at(before.position);
        expectSameFacts(back, before);
      }),
      { numRuns: 30 },
    );
  },
);

test("a person's groups, and the groups and channels that name the person, are those found by looking at each", () => {
  fc.assert(
    fc.property(someSteps, (steps) => {
      for (const state of statesThrough(steps).states)
        for (const id of userIds) {
          const names = ({ permissions }: { readonly permissions: Parameters<typeof peopleNamedBy>[0] }) =>
            peopleNamedBy(permissions).includes(id);
          const groups = [...state.groups.values()];
          const isMember = (group: UserGroup) => state.membersOf(group.id).has(id);
          expect([...state.membershipsOf(id)]).toEqual(groups.filter(isMember).map(idOf));
          expect([...state.groupsNaming(id)]).toEqual(groups.filter(names).map(idOf));
          expect([...state.channelsNaming(id)]).toEqual([...state.channels.values()].filter(names).map(idOf));
        }
    }),
    { numRuns: 50 },
  );
});

const jsonMaps = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;
