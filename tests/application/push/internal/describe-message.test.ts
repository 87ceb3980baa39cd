import { describeMessage } from "../../../../src/application/push/internal/describe-message";
import { IdSet } from "../../../../src/domain/state/id-set";
import { aGroup, aMessage, aRealmState, aUser, directConversation } from "../../../support/builders/entities";

const people = [1, 2, 3, 4].map((id) => aUser({ id }));
const [sender = aUser(), reader = aUser()] = people;

/** Groups of which each contains the next, and one beside them. */
const groups = [
  aGroup({ id: 100, name: "all", members: [1, 2, 3, 4], subgroups: [101] }),
  aGroup({ id: 101, name: "some", members: [2, 3, 4], subgroups: [102] }),
  aGroup({ id: 102, name: "few", members: [2, 3] }),
  aGroup({ id: 103, name: "beside", members: [1, 2, 4] }),
];
const state = aRealmState({ users: people, groups });

const mentionedIn = (groupIds: readonly number[]) => {
  const renderedContent = groupIds
    .map((id) => `<span class="user-group-mention" data-user-group-id="${id}">@group</span>`)
    .join(" ");
  const message = aMessage({
    senderId: sender.id,
    conversation: directConversation(20, 1, 2),
    renderedContent,
  });
  const notification = describeMessage(state, reader, message, "mention", 0);
  return notification?.kind === "message" ? notification.mentionedGroup?.name : undefined;
};

afterEach(() => jest.restoreAllMocks());

test("a notification names the smallest of the mentioned groups that the user is in", () => {
  expect(mentionedIn([100, 101, 102, 103])).toBe("few");
  expect(mentionedIn([100, 103])).toBe("beside");
  expect(mentionedIn([100])).toBe("all");
});

test("only groups that contain none of the others are counted", () => {
  const unions = jest.spyOn(IdSet, "union");
  expect(mentionedIn([100, 101, 102])).toBe("few");
  expect(unions).toHaveBeenCalledTimes(1);
});
