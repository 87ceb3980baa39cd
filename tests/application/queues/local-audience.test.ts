import { type LiveQueue, queueReadTo } from "../../../src/application/queues/live-queue";
import { localAudience } from "../../../src/application/queues/local-audience";
import type { Audience } from "../../../src/domain/queues/event-audience";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aRealmState, aUser } from "../../support/builders/entities";

const state = aRealmState({ users: [1, 2, 3, 4].map((id) => aUser({ id, email: `${id}@example.com` })) });
const queuesOf = (userId: number): ReadonlySet<LiveQueue> =>
  new Set([queueReadTo(1, aQueue({ userId }), state, aMoment)]);
/** Users 1, 2, 3 and a deleted one have queues on this node; user 4 has none. */
const here = new Map([1, 2, 3, 99].map((id) => [id, queuesOf(id)]));
const found = (audience: Audience, withOthers = false) =>
  [...localAudience(here, audience, state, aMoment, withOthers)].map(({ user, queues, isAddressed }) => {
    expect(queues).toBe(here.get(user.id));
    return `${user.id}${isAddressed ? "" : " beside"}`;
  });

test("finds the members of the audience who have queues here, with their queues", () => {
  expect(found({ to: "users", userIds: [2, 4] })).toEqual(["2"]);
  expect(found({ to: "everyone" })).toEqual(["1", "2", "3"]);
});

test("finds an audience larger than this node's users", () => {
  expect(found({ to: "users", userIds: [4, 3, 99, 5, 6, 1] })).toEqual(["1", "3"]);
});

test("on request, users outside the audience are included and marked as such", () => {
  expect(found({ to: "users", userIds: [2] }, true)).toEqual(["1 beside", "2", "3 beside"]);
});

test("for an audience that names few users, nobody else is checked", () => {
  const many = new Map([1, 2, 3].map((id) => [id, queuesOf(id)]));
  const keys = jest.spyOn(many, "keys");
  expect([...localAudience(many, { to: "users", userIds: [2] }, state, aMoment, false)]).toHaveLength(1);
  expect(keys).not.toHaveBeenCalled();
});
