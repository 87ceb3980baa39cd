import * as E from "fp-ts/Either";
import { mentionFlagsFor } from "../../../../src/application/messages/internal/mention-flags";
import { systemGroupId } from "../../../../src/domain/groups/system-group";
import type { Conversation } from "../../../../src/domain/messages/message";
import { IdSet } from "../../../../src/domain/state/id-set";
import { aGroup, aRealmState, aUser, directConversation } from "../../../support/builders/entities";

const people = Array.from({ length: 200 }, (_, index) => aUser({ id: index + 1 }));
const everybody = people.map(({ id }) => id);
const members = everybody.slice(100);
const [sender = aUser()] = people;
const canMentionGroup = systemGroupId("role:everyone");
const permissions = { ...aGroup().permissions, canMentionGroup };

/** Groups of which each contains the next, all with the same members. */
const chain = Array.from({ length: 50 }, (_, index) =>
  aGroup({
    id: 100 + index,
    name: `group ${index}`,
    members,
    subgroups: index < 49 ? [101 + index] : [],
    permissions,
  }),
);
const withNobody = aGroup({ id: 99, name: "nobody", subgroups: [149], permissions });
const state = aRealmState({ users: people, groups: [withNobody, ...chain] });

/** The flags of a message that mentions groups, and how many members of groups were listed to find them. */
const mention = async (groupIds: readonly number[], conversation: Conversation) => {
  const listed: number[] = [];
  const list = IdSet.prototype.values;
  const listings = jest.spyOn(IdSet.prototype, "values").mockImplementation(function (this: IdSet) {
    listed.push(this.size);
    return list.call(this);
  });
  const result = await mentionFlagsFor(
    { state, now: 0, readOutside: (_key, _read, otherwise) => otherwise },
    sender,
    { conversation, topic: "" },
    {
      html: "",
      mentions: { userIds: [], groupIds, channelWildcard: false, topicWildcard: false },
      alertWords: [],
      uploadPaths: [],
    },
  );
  listings.mockRestore();
  if (E.isLeft(result)) throw new Error(result.left.message);
  return { flags: result.right, listed: listed.reduce((sum, size) => sum + size, 0) };
};

const mentioned = (ids: readonly number[]) => Object.fromEntries(ids.map((id) => [id, ["mentioned"]]));

test("a mention of groups within each other flags all their members", async () => {
  const conversation = directConversation(20, ...everybody);
  expect((await mention([100], conversation)).flags).toEqual(mentioned(members));
  expect((await mention([99], conversation)).flags).toEqual(mentioned(members));
  expect((await mention([], conversation)).flags).toEqual({});
});

test("a mention of many groups lists each of their members once", async () => {
  const groupIds = chain.map(({ id }) => id);
  const { flags, listed } = await mention(groupIds, directConversation(20, ...everybody));
  expect(flags).toEqual(mentioned(members));
  expect(listed).toBeLessThanOrEqual(everybody.length + members.length);
});

test("a mention of large groups in a small conversation lists its participants only", async () => {
  const { flags, listed } = await mention([100], directConversation(20, 1, 150));
  expect(flags).toEqual(mentioned([150]));
  expect(listed).toBeLessThan(10);
});
