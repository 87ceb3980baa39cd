import type { EventEntry, EventReader } from "../../../../src/adapters/zulip-wire/encode/event-reader";
import { channelChanged } from "../../../../src/adapters/zulip-wire/events/channel-event";
import { groupChanged, groupMembersChanged } from "../../../../src/adapters/zulip-wire/events/group-event";
import {
  userFarewells,
  userIntroductions,
} from "../../../../src/adapters/zulip-wire/events/people-visibility-event";
import { realmChanged } from "../../../../src/adapters/zulip-wire/events/realm-event";
import { categoriesOf, type RealmEvent } from "../../../../src/domain/events/event";
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

describe("a limited guest's clients know those members of groups that the guest can see", () => {
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

  test("one event adds those that a subscription reveals", () => {
    const joined = { ...subscribed, subscriptions: [aSubscription(guest.id, 1)] };
    expect(inTeam(userIntroductions(joined, withTeam(false), readerIn(withTeam(true))))).toEqual([
      { type: "user_group", op: "add_members", group_id: team.id, user_ids: [2] },
    ]);
  });

  test("one event removes those that the guest no longer sees", () => {
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

describe("a limited guest's clients know those people in permissions that the guest can see", () => {
  const naming = (...directMembers: readonly number[]) => ({ directMembers, directSubgroups: [] });
  const encoded = (...people: readonly number[]) => ({ direct_members: people, direct_subgroups: [] });
  const team = aGroup({ id: 50, name: "team" });
  /** The guest shares a channel with the second person, who like the third is named everywhere. */
  const named = (hasGuest: boolean, people: readonly number[] = [2, 3]) => {
    const permissions = { ...aChannel().permissions, canDeleteOwnMessageGroup: naming(...people) };
    return aRealmState({
      realm: aRealm({
        permissions: {
          ...defaultRealmPermissions,
          canAccessAllUsersGroup: 3,
          canDeleteOwnMessageGroup: naming(...people),
        },
      }),
      users: [guest, ...people.map((id) => aUser({ id }))],
      channels: [
        aChannel({ id: 1, name: "common", permissions }),
        aChannel({ id: 2, name: "others'", privacy: "private", permissions }),
      ],
      groups: [
        { ...team, permissions: { ...team.permissions, canMentionGroup: naming(...people) }, members: [] },
      ],
      subscriptions: [
        aSubscription(2, 1),
        aSubscription(2, 2),
        ...(hasGuest ? [aSubscription(guest.id, 1)] : []),
      ],
    });
  };
  const joined = { ...subscribed, subscriptions: [aSubscription(guest.id, 1)] };
  const left = { ...unsubscribed, channelIds: [1] };

  test.each([
    ["subscribed", userIntroductions(joined, named(false), readerIn(named(true)))],
    ["people_revealed", userIntroductions(joined, named(false), readerIn(named(true)))],
    ["unsubscribed", userFarewells(left, named(true), readerIn(named(false)))],
    ["people_hidden", userFarewells(left, named(true), readerIn(named(false)))],
  ] as const)("a queue that asks for any part of a %s event receives it", (type, words) => {
    const parts = [...new Set(words.map(({ category }) => category))];
    expect(parts).toEqual(expect.arrayContaining(["user", "realm", "user_group"]));
    expect(categoriesOf({ type } as RealmEvent)).toEqual(expect.arrayContaining(parts));
  });

  /** Settings in events, as bodies. */
  const settingsIn = (words: readonly EventEntry[]) =>
    words
      .map(({ body }) => (typeof body === "function" ? body() : body))
      .map((body): Record<string, unknown> => (typeof body === "string" ? JSON.parse(body) : { ...body }))
      .filter(({ type, op }) => type !== "realm_user" && !`${op}`.endsWith("members"));

  test("they get settings with the people that a subscription reveals", () => {
    const joined = { ...subscribed, subscriptions: [aSubscription(guest.id, 1)] };
    expect(settingsIn(userIntroductions(joined, named(false), readerIn(named(true))))).toEqual([
      {
        type: "realm",
        op: "update_dict",
        property: "default",
        data: { can_delete_own_message_group: encoded(2) },
      },
      { type: "user_group", op: "update", group_id: team.id, data: { can_mention_group: encoded(2) } },
      {
        type: "stream",
        op: "update",
        stream_id: 1,
        name: "common",
        property: "can_delete_own_message_group",
        value: encoded(2),
      },
    ]);
  });

  test("they get settings without the people that the guest no longer sees", () => {
    const left = { ...unsubscribed, channelIds: [1] };
    const words = settingsIn(userFarewells(left, named(true), readerIn(named(false))));
    expect(words.map(({ type }) => type)).toEqual(["realm", "user_group"]);
    expect(JSON.stringify(words)).not.toContain("[2");
  });

  test("they don't learn that settings name or no longer name people that the guest can't see", () => {
    const changes = (people: readonly number[]) => {
      const [before, after] = [named(true, [2, 3, 4]), named(true, people)];
      const { realm, groups, channels } = after;
      const change = { canDeleteOwnMessageGroup: realm.permissions.canDeleteOwnMessageGroup };
      const ofGroup = groups.get(team.id)?.permissions.canMentionGroup ?? 0;
      const ofChannel = channels.get(1)?.permissions.canDeleteOwnMessageGroup ?? 0;
      const reader = readerIn(after);
      return settingsIn([
        ...realmChanged({ type: "realm_changed", change: { permissions: change } }, before, reader),
        ...groupChanged(
          {
            type: "group_changed",
            groupId: team.id,
            change: { permissions: { canMentionGroup: ofGroup } },
            isDeactivated: false,
          },
          before,
          reader,
        ),
        ...channelChanged(
          {
            type: "channel_changed",
            channelId: 1,
            nameBefore: "common",
            wasArchived: false,
            change: { permissions: { canDeleteOwnMessageGroup: ofChannel } },
          },
          before,
          reader,
        ),
      ]);
    };
    expect(changes([2, 3])).toEqual([]);
    expect(changes([3, 4]).map(({ data, value }) => value ?? data)).toEqual([
      { can_delete_own_message_group: encoded() },
      { can_mention_group: encoded() },
      encoded(),
    ]);
  });
});
