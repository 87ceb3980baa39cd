import { viewersAmong } from "../../../src/domain/policy/channel-viewers";
import { allPeopleByRights, peopleByRights } from "../../../src/domain/policy/people-by-rights";
import { apply } from "../../../src/domain/state/apply";
import { IdMap } from "../../../src/domain/state/id-map";
import { IdSet } from "../../../src/domain/state/id-set";
import { RealmState } from "../../../src/domain/state/realm-state";
import { aMoment } from "../../support/application/fakes";
import { aChannel, aGroup, aRealmState, aUser } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

const groupId = 101;

/** Many people in a realm with many channels that differ in their permissions, and how often roles were read. */
const realm = () => {
  let looks = 0;
  const users = Array.from({ length: 100 }, (_, index) =>
    Object.defineProperty({ ...aUser({ id: index + 1 }) }, "role", {
      enumerable: true,
      get: () => {
        looks += 1;
        return "member";
      },
    }),
  );
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
  const { position, parts } = aRealmState({ channels, groups: [aGroup({ id: groupId })] });
  const state = new RealmState(position, {
    ...parts,
    users: IdMap.of(users.map((user) => [user.id, user] as const)),
  });
  const looksIn = (work: () => unknown): number => {
    const before = looks;
    work();
    return looks - before;
  };
  return { state, users, channels, looksIn };
};

test("each user is checked once, for all channels, groups and states with the same people", () => {
  const { state, users, channels, looksIn } = realm();
  const userIds = users.map(({ id }) => id);
  const event = { type: "group_members_changed", groupId, op: "add", userIds, isDeactivated: false } as const;
  const after = apply(state, event);
  const all = IdSet.of(userIds);
  const look = () => {
    for (const one of [state, after])
      for (const channel of channels) viewersAmong(one, peopleByRights(one, all), aMoment)(channel);
  };
  expect(looksIn(look)).toBe(users.length);
  expect(looksIn(look)).toBe(0);
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

test("for a few people, only they are checked, unless everyone already was", () => {
  const { state, channels, looksIn } = realm();
  const look = () => {
    const viewersOf = viewersAmong(state, peopleByRights(state, IdSet.of([7, 8])), aMoment);
    for (const channel of channels) viewersOf(channel);
  };
  expect(looksIn(look)).toBe(2);
  allPeopleByRights(state);
  expect(looksIn(look)).toBe(0);
});
