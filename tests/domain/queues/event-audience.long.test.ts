import { canSeeUser, isIntroduced, usersSeenBy } from "../../../src/domain/policy/user-access";
import { type Audience, audienceAmong, isInAudience } from "../../../src/domain/queues/event-audience";
import { defaultRealmPermissions } from "../../../src/domain/realm/realm-permission";
import { roles } from "../../../src/domain/users/role";
import { aMoment } from "../../support/application/fakes";
import { aChannel, aGroup, aRealm, aRealmState, aSubscription, aUser } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";

const personIds = Array.from({ length: 30 }, (_, index) => index + 1);
const personId = fc.integer({ min: 1, max: 31 });
const channelIds = [1, 2, 3];
const channelId = fc.integer({ min: 1, max: 4 });
const groupId = fc.constantFrom(2, 3, 6, 101, 102);
const permission = fc.oneof(
  groupId,
  fc.record({
    directMembers: fc.uniqueArray(personId, { maxLength: 3 }),
    directSubgroups: fc.uniqueArray(groupId, { maxLength: 2 }),
  }),
);
const reach = fc.option(
  fc.record({
    lacking: fc.array(
      fc.record({ userIds: fc.uniqueArray(personId), messageIds: fc.constant([[5, 6]] as const) }),
    ),
    having: fc.array(
      fc.record({ userIds: fc.uniqueArray(personId), messageIds: fc.constant([[5, 6]] as const) }),
    ),
  }),
  { nil: undefined },
);
const anyAudience: fc.Arbitrary<Audience> = fc.oneof(
  fc.record({
    to: fc.constant("viewers" as const),
    channelIds: fc.uniqueArray(channelId),
    userIds: fc.uniqueArray(personId, { maxLength: 2 }),
  }),
  fc.record({
    to: fc.constant("readers" as const),
    messages: fc.array(fc.record({ channelId, messageIds: fc.constant([5, 7]), reach }), { maxLength: 2 }),
  }),
  fc.record({ to: fc.constant("acquainted" as const), userId: personId }),
  fc.record({ to: fc.constant("administrators" as const), userIds: fc.uniqueArray(personId) }),
);
const anyTown = fc
  .record({
    roles: fc.array(fc.constantFrom(...roles), { minLength: 30, maxLength: 30 }),
    inactive: fc.uniqueArray(personId, { maxLength: 15 }),
    subscriptions: fc.uniqueArray(fc.record({ by: personId, channel: channelId, isActive: fc.boolean() }), {
      selector: ({ by, channel }) => `${by} ${channel}`,
    }),
    permissions: fc.array(permission, { minLength: 9, maxLength: 9 }),
    privacy: fc.array(fc.constantFrom("public" as const, "private" as const, "web-public" as const), {
      minLength: 3,
      maxLength: 3,
    }),
    members: fc.uniqueArray(personId),
    acquaintances: fc.uniqueArray(personId),
    seesAll: fc.constantFrom(2, 3),
  })
  .map((plan) =>
    aRealmState({
      realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: plan.seesAll } }),
      users: personIds.map((id) =>
        aUser({ id, role: plan.roles[id - 1] ?? "guest", isActive: !plan.inactive.includes(id) }),
      ),
      groups: [aGroup({ id: 101, members: plan.members }), aGroup({ id: 102, subgroups: [101, 6] })],
      channels: channelIds.map((id, index) => {
        const channel = aChannel({
          id,
          privacy: plan.privacy[index] ?? "public",
          historyPublicToSubscribers: id === 1,
          creatorId: 99,
        });
        const [canSubscribeGroup = 8, canAddSubscribersGroup = 8, canAdministerChannelGroup = 8] =
          plan.permissions.slice(3 * index);
        const changed = { canSubscribeGroup, canAddSubscribersGroup, canAdministerChannelGroup };
        return { ...channel, permissions: { ...channel.permissions, ...changed } };
      }),
      subscriptions: plan.subscriptions
        .filter(({ by, channel }) => by <= 30 && channel <= 3)
        .map(({ by, channel, isActive }) => aSubscription(by, channel, { isActive })),
      acquaintances: plan.acquaintances.map((guestId) => ({ guestId, userIds: [guestId, 5, 6] })),
    }),
  );

test("finding the audience among many people agrees with asking for each of them", () => {
  fc.assert(
    fc.property(anyTown, anyAudience, (town, audience) => {
      const active = [...town.users.values()].filter(({ isActive }) => isActive);
      const isIn = audienceAmong(audience, town, new Map(active.map(({ id }) => [id, undefined])), aMoment);
      const expected = active.filter((user) => isInAudience(audience, town, user, aMoment));
      expect(active.filter(isIn).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 300 },
  );
});

test("finding the people that a user sees together agrees with asking for each of them", () => {
  fc.assert(
    fc.property(anyTown, (town) => {
      const people = [...town.users.values()];
      for (const reader of people) {
        const { isIntroduced: introduced, isSeen } = usersSeenBy(town, reader, aMoment);
        const seen = people.filter((user) => canSeeUser(town, reader, user, aMoment));
        expect(people.filter(isSeen)).toEqual(seen);
        expect(people.filter(introduced)).toEqual(
          people.filter((user) => isIntroduced(town, reader, user, aMoment)),
        );
      }
    }),
  );
});
