import { describeMessage } from "../../../../src/application/push/internal/describe-message";
import { systemGroupId } from "../../../../src/domain/groups/system-group";
import { apply } from "../../../../src/domain/state/apply";
import { IdSet } from "../../../../src/domain/state/id-set";
import { millisecondsIn } from "../../../../src/domain/units/time";
import { aGroup, aMessage, aRealmState, aUser } from "../../../support/builders/entities";

const people = Array.from({ length: 100 }, (_, index) => aUser({ id: index + 1 }));
const members = people.map(({ id }) => id);

/** Groups of which each contains the next, and has one more member. */
const chain = Array.from({ length: 20 }, (_, index) =>
  aGroup({
    id: 100 + index,
    name: `group ${index}`,
    members: members.slice(index),
    subgroups: index < 19 ? [101 + index] : [],
  }),
);
const state = aRealmState({ users: people, groups: chain });
const renderedContent = chain
  .map(({ id }) => `<span class="user-group-mention" data-user-group-id="${id}">@group</span>`)
  .join(" ");
const message = aMessage({ senderId: 1, renderedContent });

const groupFor = (index: number, now = 0, at = state) => {
  const { id } = people[index] ?? aUser();
  const notification = describeMessage(at, at.users.get(id) ?? aUser(), message, "mention", now);
  return notification?.kind === "message" ? notification.mentionedGroup?.name : undefined;
};

afterEach(() => jest.restoreAllMocks());

test("a notification names the smallest mentioned group of the user", () => {
  expect(groupFor(99)).toBe("group 19");
  expect(groupFor(5)).toBe("group 5");
  expect(groupFor(0)).toBe("group 0");
});

test("the members of mentioned groups are found once for everybody whom a message notifies", () => {
  const later = 10 * 60_000;
  const joined = jest.spyOn(IdSet, "union");
  for (let index = 0; index < people.length; index += 1) groupFor(index, later + index);
  expect(joined.mock.calls.length).toBeLessThanOrEqual(chain.length);
});

test("a group that changed is counted again", () => {
  expect(groupFor(99)).toBe("group 19");
  const grown = apply(state, {
    type: "group_members_changed",
    groupId: 119,
    isDeactivated: false,
    op: "add",
    userIds: members.slice(0, 19),
  });
  expect(groupFor(99, 0, grown)).toBe("group 0");
});

test("people are counted again once they may have become full members", () => {
  const { realm } = aRealmState();
  const isNew = aRealmState({
    realm: { ...realm, settings: { ...realm.settings, waitingPeriodThreshold: 1 } },
    users: people.map((user) => ({
      ...user,
      role: "member" as const,
      joinedAt: user.id === 100 ? 0 : millisecondsIn.day,
    })),
    groups: [
      aGroup({ id: 100, name: "full members", subgroups: [systemGroupId("role:fullmembers")] }),
      aGroup({ id: 101, name: "half", members: members.slice(50) }),
    ],
  });
  expect(groupFor(99, millisecondsIn.day, isNew)).toBe("full members");
  expect(groupFor(99, 2 * millisecondsIn.day, isNew)).toBe("half");
});
