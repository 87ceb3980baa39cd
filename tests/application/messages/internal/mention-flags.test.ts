import * as E from "fp-ts/Either";
import { mentionFlagsFor } from "../../../../src/application/messages/internal/mention-flags";
import { systemGroupId } from "../../../../src/domain/groups/system-group";
import { IdSet } from "../../../../src/domain/state/id-set";
import { aGroup, aRealmState, aUser, directConversation } from "../../../support/builders/entities";

const people = Array.from({ length: 200 }, (_, index) => aUser({ id: index + 1 }));
const [sender = aUser()] = people;

/** Groups of which each contains the next, all with the same members. */
const chain = Array.from({ length: 50 }, (_, index) =>
  aGroup({
    id: 100 + index,
    name: `group ${index}`,
    members: people.slice(100).map(({ id }) => id),
    subgroups: index < 49 ? [101 + index] : [],
    permissions: { ...aGroup().permissions, canMentionGroup: systemGroupId("role:everyone") },
  }),
);
const state = aRealmState({ users: people, groups: chain });

const flagsOf = (groupIds: readonly number[]) =>
  mentionFlagsFor(
    { state, now: 0, readOutside: (_key, _read, otherwise) => otherwise },
    sender,
    { conversation: directConversation(20, ...people.map(({ id }) => id)), topic: "" },
    {
      html: "",
      mentions: { userIds: [], groupIds, channelWildcard: false, topicWildcard: false },
      alertWords: [],
    } as never,
  );

afterEach(() => jest.restoreAllMocks());

test("a mention of groups within each other flags each of their members once", async () => {
  const flags = await flagsOf(chain.map(({ id }) => id));
  if (E.isLeft(flags)) throw new Error(flags.left.message);
  expect(Object.keys(flags.right).map(Number)).toEqual(people.slice(100).map(({ id }) => id));
  expect(new Set(Object.values(flags.right).map(String))).toEqual(new Set(["mentioned"]));
});

test("members of groups within each other are listed once, not once for each group", async () => {
  const listings = jest.spyOn(IdSet.prototype, "values");
  expect(E.isRight(await flagsOf([100]))).toBe(true);
  expect(listings.mock.results.length).toBeLessThan(5);
});
