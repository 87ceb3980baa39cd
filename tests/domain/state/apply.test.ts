import type { RealmEvent } from "../../../src/domain/events/event";
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
import { expectSameFacts } from "../../support/random/state-answers";

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
