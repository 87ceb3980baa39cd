import type { RealmEvent } from "../../../src/domain/events/event";
import { peopleNamedBy } from "../../../src/domain/groups/group-setting";
import type { UserGroup } from "../../../src/domain/groups/user-group";
import { apply, takeBack, undoOf } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { readUndos } from "../../../src/domain/state/state-change-codec";
import {
  aChannel,
  aGroup,
  aProfileField,
  aRealmState,
  aSubscription,
  aUser,
} from "../../support/builders/entities";
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

test("the undo of a change of a group's members names only the changed members", () => {
  const members = Array.from({ length: 3000 }, (_, index) => index + 1);
  const state = aRealmState({ groups: [aGroup({ members })] });
  const change = (op: "add" | "remove", userIds: readonly number[]) =>
    undoOf(state, { type: "group_members_changed", groupId: 20, op, userIds, isDeactivated: false });
  expect(change("remove", [7, 7, 9999])).toEqual([{ part: "members", groupId: 20, op: "add", userIds: [7] }]);
  expect(change("add", [7, 9999])).toEqual([{ part: "members", groupId: 20, op: "remove", userIds: [9999] }]);
  const renamed = undoOf(state, {
    type: "group_changed",
    groupId: 20,
    change: { name: "b" },
    isDeactivated: false,
  });
  expect(JSON.stringify(renamed).length).toBeLessThan(1000);
});

test("the undo of members that an older version stored restores all of them", () => {
  const state = aRealmState({ groups: [aGroup({ members: [3, 1, 2] })] });
  const event: RealmEvent = {
    type: "group_members_changed",
    groupId: 20,
    op: "add",
    userIds: [9],
    isDeactivated: false,
  };
  const stored = readUndos([[{ part: "groups", id: 20, value: aGroup({ members: [3, 1, 2] }) }]]);
  const back = takeBack(apply(state, event), stored?.[0] ?? []);
  expectSameFacts(back.at(state.position), state);
});

test("the undo of a profile field's removal names only its values", () => {
  const profile = { "3": { value: "a" }, "4": { value: "b" } };
  const people = [1, 2, 3].map((id) => aUser({ id, email: `${id}@a.org`, profile: id === 3 ? {} : profile }));
  const state = aRealmState({ users: people, profileFields: [aProfileField({ id: 3 })] });
  const event: RealmEvent = { type: "profile_fields_set", fields: [], removedIds: [3, 9] };
  const undo = undoOf(state, event);
  expect(undo).toEqual([
    { part: "profileValues", fieldId: 3, values: { "1": { value: "a" }, "2": { value: "a" } } },
    { part: "profileFields", value: state.profileFields },
  ]);
  const after = apply(state, event);
  expect([1, 2, 3].map((id) => after.users.get(id)?.profile)).toEqual([
    { "4": { value: "b" } },
    { "4": { value: "b" } },
    {},
  ]);
  const stored = readUndos(JSON.parse(JSON.stringify([undo])));
  expectSameFacts(takeBack(after, stored?.[0] ?? []).at(state.position), state);
});

test("a deactivated user counts nowhere, and counts again after reactivation", () => {
  const channels = Array.from({ length: 50 }, (_, index) => aChannel({ id: index + 1, name: `c${index}` }));
  const people = Array.from({ length: 40 }, (_, index) => aUser({ id: index + 1, email: `${index}@a.org` }));
  const state = aRealmState({
    users: people,
    channels,
    subscriptions: people.flatMap(({ id }) => channels.map((channel) => aSubscription(id, channel.id))),
  });
  const gone = apply(state, { type: "user_deactivated", userId: 5, firstMessageId: 1 });
  const left = apply(gone, { type: "unsubscribed", firstMessageId: 1, channelIds: [1], userIds: [5] });
  const back = apply(left, {
    type: "user_reactivated",
    userId: 5,
    firstMessageId: 1,
    apiKeyVersion: 2,
  });
  const counts = (one: RealmState) => [1, 2, 50].map((id) => one.subscribers(id).size);
  expect([state, gone, left, back].map(counts)).toEqual([
    [40, 40, 40],
    [39, 39, 39],
    [39, 39, 39],
    [39, 40, 40],
  ]);
  expect([gone.isSubscribed(5, 2), back.isSubscribed(5, 2), back.isSubscribed(5, 1)]).toEqual([
    false,
    true,
    false,
  ]);
});

const jsonMaps = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;
