import { viewersAmong } from "../../../src/domain/policy/channel-viewers";
import { allPeopleByRights, peopleByRights } from "../../../src/domain/policy/people-by-rights";
import { apply } from "../../../src/domain/state/apply";
import { IdSet } from "../../../src/domain/state/id-set";
import { allows, roles } from "../../../src/domain/users/role";
import type { User } from "../../../src/domain/users/user";
import { aMoment } from "../../support/application/fakes";
import { aChannel, aGroup, aRealmState, aUser } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

const groupId = 101;

/** Many people in a realm with many channels that differ in their permissions. */
const realm = () => {
  const users = Array.from({ length: 100 }, (_, index) => aUser({ id: index + 1 }));
  const channels = users.map(({ id }) => {
    const canSubscribeGroup = {
      directMembers: [id],
      directSubgroups: [groupId, systemGroup.moderators],
    };
    const { permissions } = aChannel();
    return aChannel({
      id: Number(id),
      privacy: "private",
      permissions: { ...permissions, canSubscribeGroup },
    });
  });
  return { state: aRealmState({ users, channels, groups: [aGroup({ id: groupId })] }), users, channels };
};

test("people are sorted again only when somebody joins, comes, goes or changes roles", () => {
  const { state } = realm();
  const renamed = apply(state, { type: "user_changed", userId: 7, change: { fullName: "Anna" } });
  expect(allPeopleByRights(renamed)).toBe(allPeopleByRights(state));
  const joined = apply(renamed, { type: "user_created", user: aUser({ id: 101, role: "guest" }) });
  const promoted = apply(joined, { type: "role_changed", userId: 7, from: "member", to: "owner" });
  const gone = apply(promoted, { type: "user_deactivated", userId: 8, firstMessageId: 1 });
  for (const one of [joined, promoted, gone]) {
    const { everyone, inactive, systemBots, withRightsOf } = allPeopleByRights(one);
    const people = [...one.users.values()];
    const idsOf = (isWanted: (user: User) => boolean) => people.filter(isWanted).map(({ id }) => id);
    expect([[...everyone], [...inactive], [...systemBots]]).toEqual([
      idsOf(() => true),
      idsOf(({ isActive }) => !isActive),
      idsOf(({ isSystemBot }) => isSystemBot),
    ]);
    for (const role of roles)
      expect([...withRightsOf(role)]).toEqual(idsOf((user) => allows(user.role, role)));
  }
});

test("the holders of a permission are found once for all channels that give it to the same people", () => {
  const { state, channels } = realm();
  const viewersOf = viewersAmong(state, allPeopleByRights(state), aMoment);
  const [first] = channels;
  if (first === undefined) throw new Error("There are channels");
  viewersOf(first);
  const sets = jest.spyOn(IdSet, "of");
  const alike = channels.map(({ id }) => ({ ...first, id, privacy: "public" as const }));
  for (const channel of alike) viewersOf(channel);
  expect(sets).not.toHaveBeenCalled();
});

test("some people are sorted like everyone", () => {
  const { state } = realm();
  const some = peopleByRights(state, IdSet.of([7, 8, 500]));
  expect([[...some.everyone], [...some.withRightsOf("member")], [...some.withRightsOf("owner")]]).toEqual([
    [7, 8],
    [7, 8],
    [],
  ]);
});
