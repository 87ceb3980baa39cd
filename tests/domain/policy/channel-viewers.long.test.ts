import { type Channel, channelPermissions } from "../../../src/domain/channels/channel";
import type { GroupSetting } from "../../../src/domain/groups/group-setting";
import { systemGroups } from "../../../src/domain/groups/user-group";
import { canReadContent, canSeeUnsubscribed } from "../../../src/domain/policy/channel-access";
import { readersAmong, viewersAmong } from "../../../src/domain/policy/channel-viewers";
import { membersAmong } from "../../../src/domain/policy/group-members";
import { allPeopleByRights, peopleByRights } from "../../../src/domain/policy/people-by-rights";
import { groupsOf, isInGroup } from "../../../src/domain/policy/permission";
import { IdSet } from "../../../src/domain/state/id-set";
import { roles } from "../../../src/domain/users/role";
import { aMoment } from "../../support/application/fakes";
import { aChannel, aGroup, aRealmState, aUser } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";

const personId = fc.integer({ min: 1, max: 40 });
const ownGroups = [101, 102, 103, 104];
const ownGroup = fc.constantFrom(...ownGroups);
const groupId = fc.oneof(ownGroup, fc.constantFrom(...systemGroups.map(({ id }) => id)));
const setting: fc.Arbitrary<GroupSetting> = fc.oneof(
  groupId,
  fc.record({
    directMembers: fc.uniqueArray(personId, { maxLength: 20 }),
    directSubgroups: fc.uniqueArray(groupId, { maxLength: 3 }),
  }),
);
const people = fc.uniqueArray(
  fc.record({
    id: personId,
    role: fc.constantFrom(...roles),
    isActive: fc.boolean(),
    isSystemBot: fc.boolean(),
  }),
  { selector: ({ id }) => id },
);
const groups = fc.tuple(
  ...ownGroups.map((id) =>
    fc.record({
      id: fc.constant(id),
      members: fc.uniqueArray(personId, { maxLength: 30 }),
      subgroups: fc.uniqueArray(groupId, { maxLength: 2 }),
      isDeactivated: fc.boolean(),
    }),
  ),
);
const channel = fc.record({
  privacy: fc.constantFrom("public" as const, "private" as const, "web-public" as const),
  settings: fc.array(setting, { minLength: channelPermissions.length, maxLength: channelPermissions.length }),
});

test("the sets agree with asking for each user whether they are in a group and see a channel", () => {
  fc.assert(
    fc.property(people, groups, fc.array(channel, { maxLength: 3 }), (persons, own, plans) => {
      const users = persons.map((one) => aUser(one));
      const state = aRealmState({ users, groups: own.map((one) => aGroup(one)) });
      const channels = plans.map(({ privacy, settings }, index) => {
        const named = channelPermissions.map((name, at) => [name, settings[at]]);
        return aChannel({ id: index + 1, privacy, permissions: Object.fromEntries(named) });
      });
      const idsOf = (isOne: (user: (typeof users)[number]) => boolean) =>
        users
          .filter(isOne)
          .map(({ id }) => id)
          .sort((a, b) => a - b);
      const membersOf = membersAmong(state, allPeopleByRights(state), aMoment);
      for (const id of state.groups.keys())
        expect([...membersOf(id)]).toEqual(idsOf((user) => isInGroup(state, user, id, aMoment)));
      const seers = (one: Channel) =>
        idsOf((user) => user.isActive && canSeeUnsubscribed(state, user, one, aMoment));
      const viewersOf = viewersAmong(state, allPeopleByRights(state), aMoment);
      const readersOf = readersAmong(state, allPeopleByRights(state), aMoment);
      for (const one of channels) {
        expect([...viewersOf(one)]).toEqual(seers(one));
        expect([...readersOf(one)]).toEqual(
          idsOf((user) => user.isActive && canReadContent(state, user, one, aMoment)),
        );
      }
      const some = IdSet.of(users.slice(0, 3).map(({ id }) => id));
      for (const whole of [state, aRealmState({ users, groups: own.map((one) => aGroup(one)) })]) {
        const viewersAmongSome = viewersAmong(whole, peopleByRights(whole, some), aMoment);
        for (const one of channels)
          expect([...viewersAmongSome(one)]).toEqual(seers(one).filter((id) => some.has(id)));
      }
    }),
  );
});

test("a user's groups agree with asking for each group whether they are in it", () => {
  fc.assert(
    fc.property(people, groups, (persons, own) => {
      const users = persons.map((one) => aUser(one));
      const state = aRealmState({ users, groups: own.map((one) => aGroup(one)) });
      for (const user of users) {
        const expected = [...state.groups.keys()].filter((id) => isInGroup(state, user, id, aMoment));
        expect([...groupsOf(state, user, aMoment)]).toEqual(expected.sort((a, b) => a - b));
      }
    }),
  );
});
