import { subscribe } from "../../../src/application/channels/subscribe";
import { deleteTopic } from "../../../src/application/messages/delete-topic";
import { listTopics } from "../../../src/application/topics/list-topics";
import { joining } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessage } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", ben: "member" },
    channels: {
      lunch: {},
      club: { privacy: "private", historyPublicToSubscribers: false, of: ["owner"] },
    },
  });

test("deletes a topic's messages, whatever its case, and leaves the others", async () => {
  const { ada, ben, lunch } = await realm();
  await ben.says(lunch, "food");
  const left = await ben.says(lunch, "drinks");
  await ben.says(lunch, "food");
  expect(await ada.does(deleteTopic, lunch, " FOOD ")).toBe(true);
  expect(await ada.does(listTopics, lunch)).toEqual([{ name: "drinks", newestMessageId: left }]);
});

test("the next message becomes the channel's first, in one event", async () => {
  const { ada, ben, lunch, eventsOf } = await realm();
  const [one, two] = [await ben.says(lunch, "food"), await ben.says(lunch, "food")];
  const next = await ben.says(lunch, "drinks");
  const events = await eventsOf(() => ada.does(deleteTopic, lunch, "food"));
  expect(events).toMatchObject([{ type: "messages_deleted", messageIds: [two, one], firstMessageId: next }]);
});

test("requires the permission to delete everyone's messages, and access to them", async () => {
  const { ada, ben, lunch, club, allow } = await realm();
  expect(await ben.isRefused(deleteTopic, lunch, "food")).toBe("Must be an organization administrator");
  await allow("canDeleteAnyMessageGroup", systemGroup.members);
  expect(await ben.does(deleteTopic, lunch, "nothing")).toBe(true);
  for (const id of [club, 404])
    expect(await ada.isRefused(deleteTopic, id, "food")).toBe("Invalid channel ID");
});

test("messages that the caller can't read stay", async () => {
  const { owner, ada, club } = await realm();
  const before = await owner.says(club, "food");
  await owner.does(subscribe, joining("club", { principals: [ada.id] }));
  await owner.says(club, "food");
  await ada.does(deleteTopic, club, "food");
  expect(await owner.does(listTopics, club)).toEqual([{ name: "food", newestMessageId: before }]);
});

test("says whether messages are left after five thousand", async () => {
  const { ada, ben, lunch, append, channel } = await realm();
  const { conversationId } = await channel(lunch);
  await append(
    ...Array.from({ length: 5001 }, (_, index) => ({
      type: "message_sent" as const,
      message: aMessage({
        id: index + 1,
        senderId: ben.id,
        topic: "food",
        conversation: { kind: "channel", id: conversationId, channelId: lunch },
      }),
      beginsConversation: false,
      flagsByUser: {},
    })),
  );
  expect(await ada.does(deleteTopic, lunch, "food")).toBe(false);
  expect(await ada.does(deleteTopic, lunch, "food")).toBe(true);
});
