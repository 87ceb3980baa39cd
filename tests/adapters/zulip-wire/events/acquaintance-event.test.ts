import type { EventEntry, EventReader } from "../../../../src/adapters/zulip-wire/encode/event-reader";
import {
  userFarewells,
  userIntroductions,
} from "../../../../src/adapters/zulip-wire/events/acquaintance-event";
import { groupMembersChanged } from "../../../../src/adapters/zulip-wire/events/group-event";
import { defaultRealmPermissions } from "../../../../src/domain/realm/realm-permission";
import { RealmState } from "../../../../src/domain/state/realm-state";
import { aMoment } from "../../../support/application/fakes";
import {
  aChannel,
  aGroup,
  aRealm,
  aRealmState,
  aSubscription,
  aUser,
} from "../../../support/builders/entities";

afterEach(() => jest.restoreAllMocks());

const guest = aUser({ id: 1, role: "guest" });
const people = [2, 3, 4, 5].map((id) => aUser({ id }));
const channelIds = Array.from({ length: 50 }, (_, index) => index + 1);

/** Everybody is in all channels; the guest is or isn't. */
const town = (hasGuest: boolean, canAccessAllUsersGroup: number = 3) =>
  aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup } }),
    users: [guest, ...people],
    channels: channelIds.map((id) => aChannel({ id })),
    subscriptions: [...people, ...(hasGuest ? [guest] : [])].flatMap(({ id }) =>
      channelIds.map((channelId) => aSubscription(id, channelId)),
    ),
  });
const subscribed = {
  type: "subscribed",
  subscriptions: channelIds.map((id) => aSubscription(guest.id, id)),
  firstMessageId: 1,
} as const;
const unsubscribed = {
  type: "unsubscribed",
  userIds: [guest.id],
  channelIds,
  firstMessageId: 1,
} as const;

const readerIn = (state: RealmState) =>
  ({ state, user: guest, now: aMoment, realm: {}, presentation: {} }) as unknown as EventReader;

test("a guest who leaves many channels loses each person once, with one look at each", () => {
  const looked = jest.spyOn(RealmState.prototype, "subscriptionsOf");
  const words = userFarewells(unsubscribed, town(true), readerIn(town(false)));
  expect(words.filter(({ category }) => category === "user")).toMatchObject(
    people.map(({ id }) => ({ body: { op: "remove", person: { user_id: id } } })),
  );
  // Before and after, of the guest and the person.
  expect(looked.mock.calls.length).toBeLessThanOrEqual(4 * people.length + 2);
});

test("a guest who joins many channels is compared with each person once", () => {
  const looked = jest.spyOn(RealmState.prototype, "subscriptionsOf");
  // The reader already knows them.
  expect(userIntroductions(subscribed, town(true), readerIn(town(true)))).toEqual([]);
  expect(looked.mock.calls.length).toBeLessThanOrEqual(2 * people.length + 2);
});

test("a reader who sees everyone is compared with nobody", () => {
  const everyone = [...town(true).groups.values()].find((group) => group.systemName === "role:everyone");
  const looked = jest.spyOn(RealmState.prototype, "subscribers");
  const open = town(true, everyone?.id);
  expect(userIntroductions(subscribed, open, readerIn(open))).toEqual([]);
  expect(userFarewells(unsubscribed, open, readerIn(open))).toEqual([]);
  expect(looked).not.toHaveBeenCalled();
});

describe("of groups, a limited guest's clients know the members whom the guest can see", () => {
  const team = aGroup({ id: 50, name: "team" });
  const withTeam = (hasGuest: boolean) =>
    aRealmState({
      realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: 3 } }),
      users: [guest, ...people],
      channels: [aChannel({ id: 1 })],
      groups: [{ ...team, members: [1, 2, 3] }],
      subscriptions: [2, 4, ...(hasGuest ? [1] : [])].map((id) => aSubscription(id, 1)),
    });
  const inTeam = (words: readonly EventEntry[]) =>
    words.flatMap(({ body }) => ("group_id" in body && body.group_id === team.id ? [body] : []));

  test("one event adds those whom a subscription reveals", () => {
    const joined = { ...subscribed, subscriptions: [aSubscription(guest.id, 1)] };
    expect(inTeam(userIntroductions(joined, withTeam(false), readerIn(withTeam(true))))).toEqual([
      { type: "user_group", op: "add_members", group_id: team.id, user_ids: [2] },
    ]);
  });

  test("one event removes those whom the guest no longer sees", () => {
    const left = { ...unsubscribed, channelIds: [1] };
    expect(inTeam(userFarewells(left, withTeam(true), readerIn(withTeam(false))))).toEqual([
      { type: "user_group", op: "remove_members", group_id: team.id, user_ids: [2] },
    ]);
  });

  test.each(["add", "remove"] as const)("a change of members names only them: %s", (op) => {
    const changed = (...userIds: readonly number[]) =>
      ({ type: "group_members_changed", groupId: team.id, op, userIds, isDeactivated: false }) as const;
    const reader = readerIn(withTeam(true));
    expect(inTeam(groupMembersChanged(changed(2, 3), reader))).toEqual([
      { type: "user_group", op: `${op}_members`, group_id: team.id, user_ids: [2] },
    ]);
    expect(groupMembersChanged(changed(3, 5), reader)).toEqual([]);
  });
});
