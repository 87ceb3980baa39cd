import { updateUser } from "../../../../src/application/accounts/update-user";
import { deactivateGroup } from "../../../../src/application/groups/deactivate-group";
import { updateGroup } from "../../../../src/application/groups/update-group";
import { updateMembers } from "../../../../src/application/groups/update-members";
import { updateSubgroups } from "../../../../src/application/groups/update-subgroups";
import { updateRealm } from "../../../../src/application/realm/update-realm";
import { idsIn } from "../../../../src/domain/collections/compact-ids";
import { IdSet } from "../../../../src/domain/state/id-set";
import { RealmState } from "../../../../src/domain/state/realm-state";
import type { Role } from "../../../../src/domain/users/role";
import { memoryRealm } from "../../../support/application/memory-realm";
import { aSubscription } from "../../../support/builders/entities";
import { systemGroup } from "../../../support/builders/groups";

/** The club lets the staff in. */
const realm = async () => {
  const founded = await memoryRealm({
    people: { ben: "member", cleo: "member", gina: "guest" },
    channels: {
      club: { privacy: "private" },
      vault: { privacy: "private" },
    },
    groups: { staff: [], crew: ["cleo"], others: [] },
  });
  const { club, vault, staff, others, owner, eventsOf } = founded;
  await founded.change(club, { permissions: { canAddSubscribersGroup: staff } });
  await founded.change(vault, { permissions: { canAddSubscribersGroup: others } });
  const none: Readonly<Record<"add" | "remove" | "addSubgroups" | "removeSubgroups", readonly number[]>> = {
    add: [],
    remove: [],
    addSubgroups: [],
    removeSubgroups: [],
  };
  return {
    ...founded,
    members: (groupId: number, change: Partial<typeof none>) =>
      owner.does(updateMembers, { groupId, ...none, ...change }),
    subgroups: (groupId: number, change: { add?: readonly number[]; remove?: readonly number[] }) =>
      owner.does(updateSubgroups, { groupId, add: [], remove: [], ...change }),
    /** What some work reveals and hides. */
    seen: async (work: () => Promise<unknown>) =>
      (await eventsOf(work)).flatMap((event) =>
        event.type === "channel_revealed" || event.type === "channel_hidden"
          ? [[event.type, event.channelId, ...idsIn(event.userIds)]]
          : [],
      ),
  };
};

test("new members of a group see its channels, and former ones don't", async () => {
  const { ben, owner, staff, club, members, seen } = await realm();
  expect(await seen(() => members(staff, { add: [ben.id, owner.id] }))).toEqual([
    ["channel_revealed", club, ben.id],
  ]);
  expect(await seen(() => members(staff, { remove: [ben.id, owner.id] }))).toEqual([
    ["channel_hidden", club, ben.id],
  ]);
});

test("members of a subgroup see them too, as long as any way leads there", async () => {
  const { ben, cleo, staff, crew, club, members, subgroups, seen } = await realm();
  await members(staff, { add: [ben.id] });
  expect(await seen(() => members(crew, { add: [ben.id] }))).toEqual([]);
  expect(await seen(() => subgroups(staff, { add: [crew] }))).toEqual([["channel_revealed", club, cleo.id]]);
  expect(await seen(() => members(staff, { remove: [ben.id] }))).toEqual([]);
  expect(await seen(() => members(crew, { remove: [ben.id] }))).toEqual([["channel_hidden", club, ben.id]]);
  expect(await seen(() => subgroups(staff, { remove: [crew] }))).toEqual([["channel_hidden", club, cleo.id]]);
  const both = { add: [ben.id], addSubgroups: [crew] };
  expect(await seen(() => members(staff, both))).toEqual([["channel_revealed", club, ben.id, cleo.id]]);
});

test("a reactivated subgroup reveals the channels of the group around it", async () => {
  const { owner, cleo, staff, crew, club, change, subgroups, seen } = await realm();
  await change(club, { permissions: { canAddSubscribersGroup: systemGroup.nobody } });
  await subgroups(staff, { add: [crew] });
  const reactivation = (groupId: number) =>
    owner.does(updateGroup, {
      groupId,
      name: undefined,
      description: undefined,
      isDeactivated: false,
      permissions: {},
    });
  for (const group of [staff, crew]) await owner.does(deactivateGroup, group);
  await reactivation(staff);
  await change(club, { permissions: { canSubscribeGroup: staff } });
  expect(await seen(() => reactivation(crew))).toEqual([["channel_revealed", club, cleo.id]]);
});

test("the waiting period hides what full members may see, and its end reveals it", async () => {
  const { ben, cleo, owner, club, change, seen } = await realm();
  await change(club, { permissions: { canSubscribeGroup: systemGroup.fullMembers } });
  const wait = (waitingPeriodThreshold: number) => () =>
    owner.does(updateRealm, {
      name: undefined,
      description: undefined,
      settings: { waitingPeriodThreshold },
      loginMethods: undefined,
      permissions: {},
    });
  expect(await seen(wait(1000))).toEqual([["channel_hidden", club, ben.id, cleo.id]]);
  expect(await seen(wait(0))).toEqual([["channel_revealed", club, ben.id, cleo.id]]);
});

test("a guest sees no public channels, until they are a member again", async () => {
  const { ben, owner, seen } = await realm();
  const become = (role: Role) => () =>
    owner.does(updateUser, ben.id, { fullName: undefined, role, profile: [], newEmail: undefined });
  expect(await seen(become("guest"))).toEqual([
    ["channel_hidden", 1, ben.id],
    ["channel_hidden", 2, ben.id],
  ]);
  expect(await seen(become("member"))).toEqual([
    ["channel_revealed", 1, ben.id],
    ["channel_revealed", 2, ben.id],
  ]);
});

test("a revealed channel comes with its first message", async () => {
  const { owner, ben, club, staff, members, append, eventsOf } = await realm();
  await append({ type: "subscribed", subscriptions: [aSubscription(1, club)], firstMessageId: 1 });
  const firstMessageId = await owner.says(club);
  expect(await eventsOf(() => members(staff, { add: [ben.id] }))).toContainEqual({
    type: "channel_revealed",
    channelId: club,
    userIds: [ben.id],
    history: { firstMessageId, isRecentlyActive: true },
  });
});

test("each of several channels with the same permissions is revealed to those who aren't subscribed to it", async () => {
  const { ben, cleo, staff, club, vault, append, change, members, seen } = await realm();
  await change(vault, { permissions: { canAddSubscribersGroup: staff } });
  await append({ type: "subscribed", subscriptions: [aSubscription(ben.id, vault)], firstMessageId: 1 });
  const moved = [ben.id, cleo.id];
  expect(await seen(() => members(staff, { add: moved }))).toEqual([
    ["channel_revealed", club, ...moved],
    ["channel_revealed", vault, cleo.id],
  ]);
  expect(await seen(() => members(staff, { remove: moved }))).toEqual([
    ["channel_hidden", club, ...moved],
    ["channel_hidden", vault, cleo.id],
  ]);
});

test("a group is looked at once, however many channels and permissions name it", async () => {
  const { ben, cleo, staff, crew, club, vault, change, members, subgroups } = await realm();
  await subgroups(staff, { add: [crew] });
  const membership = jest.spyOn(RealmState.prototype, "membersOf");
  const lookUps = async () => {
    membership.mockClear();
    await members(staff, { add: [ben.id, cleo.id] });
    const { length } = membership.mock.calls;
    await members(staff, { remove: [ben.id, cleo.id] });
    return length;
  };
  const forOne = await lookUps();
  await change(vault, { permissions: { canAddSubscribersGroup: staff, canSubscribeGroup: staff } });
  await change(club, { permissions: { canAdministerChannelGroup: staff } });
  expect(await lookUps()).toBe(forOne);
});

test("no channel is looked at when none names the group", async () => {
  const { ben, cleo, crew, staff, members } = await realm();
  const channels = jest.spyOn(RealmState.prototype, "subscribers");
  const looksFor = async (groupId: number) => {
    channels.mockClear();
    await members(groupId, { add: [ben.id], remove: groupId === crew ? [cleo.id] : [] });
    return channels.mock.calls.length;
  };
  expect(await looksFor(crew)).toBe(0);
  expect(await looksFor(staff)).toBeGreaterThan(0);
});

test("no list of users is made into a set twice, though checks, channels, state and storage ask for it", async () => {
  const { ben, cleo, gina, staff, vault, change, members } = await realm();
  await change(vault, { permissions: { canAddSubscribersGroup: staff } });
  const sets = jest.spyOn(IdSet, "of");
  await members(staff, { add: [ben.id, cleo.id, gina.id] });
  const lists = sets.mock.calls.map(([ids]) => ids).filter((ids) => [...ids].length === 3);
  expect(lists).not.toEqual([]);
  expect(new Set(lists).size).toBe(lists.length);
});

test("an event about many people takes less than a character for each", async () => {
  const names = Array.from({ length: 400 }, (_, index): string => `person${index}`);
  const { person, staff, crowd, club, change, eventsOf } = await memoryRealm({
    people: Object.fromEntries(names.map((name) => [name, "member" as const])),
    channels: { club: { privacy: "private" } },
    groups: { staff: [], crowd: names },
  });
  const owner = person(1);
  await change(club, { permissions: { canSubscribeGroup: staff } });
  for (const type of ["channel_revealed", "channel_hidden"]) {
    const ids = {
      add: type === "channel_revealed" ? [crowd] : [],
      remove: type === "channel_hidden" ? [crowd] : [],
    };
    const events = await eventsOf(() => owner.does(updateSubgroups, { groupId: staff, ...ids }));
    const found = events.filter((event) => event.type === type);
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found).length).toBeLessThan(400);
  }
});
