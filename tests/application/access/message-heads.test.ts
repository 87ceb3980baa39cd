import { addReaction } from "../../../src/application/messages/add-reaction";
import { attachSubmessage } from "../../../src/application/messages/attach-submessage";
import { deleteMessage } from "../../../src/application/messages/delete-message";
import { fetchMessage } from "../../../src/application/messages/fetch-message";
import { listMessageReaders } from "../../../src/application/messages/list-message-readers";
import { removeReaction } from "../../../src/application/messages/remove-reaction";
import { memoryRealm } from "../../support/application/memory-realm";

/** Ten thousand reactions and votes make a message long, and all who write wait for such a read. */
test("reacting, voting, deleting and asking who read a message don't read all of it", async () => {
  const { ben, owner, lunch, services } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben", "owner"] } },
  });
  const messageId = await owner.says(lunch, "t", "/poll Lunch?");
  const wholeMessages = jest.spyOn(services.messages, "byIds");
  const car = { messageId, name: "car", code: undefined, kind: undefined };
  await ben.does(addReaction, car);
  await ben.does(removeReaction, car);
  const content = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
  await ben.does(attachSubmessage, { messageId, kind: "widget", content });
  await ben.does(listMessageReaders, messageId);
  await owner.does(deleteMessage, messageId);
  expect(wholeMessages).not.toHaveBeenCalled();

  await ben.isRefused(fetchMessage, messageId);
  expect(wholeMessages).toHaveBeenCalledTimes(1);
});
