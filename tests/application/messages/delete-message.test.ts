import { deleteMessage } from "../../../src/application/messages/delete-message";
import { fetchMessage } from "../../../src/application/messages/fetch-message";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { memoryRealm } from "../../support/application/memory-realm";

const nobody = systemGroupId("role:nobody");
const realm = () =>
  memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member", bot: { botOf: "ben" } },
    channels: { lunch: { of: ["ada", "ben", "cleo", "bot"] } },
  });
const notAllowed = "You don't have permission to delete this message";

test("a deletion is one event, and nobody reads the message any more", async () => {
  const { ben, cleo, lunch, clock, eventsOf } = await realm();
  const id = await ben.says(lunch, "food");
  const events = await eventsOf(() => ben.does(deleteMessage, id));
  expect(events).toMatchObject([
    {
      type: "messages_deleted",
      messageIds: [id],
      topic: "food",
      senderId: ben.id,
      deletedAt: clock.now(),
      conversation: { channelId: lunch },
    },
  ]);
  for (const who of [ben, cleo]) expect(await who.isRefused(fetchMessage, id)).toBe("Invalid message(s)");
  expect(await ben.isRefused(deleteMessage, id)).toBe("Invalid message(s)");
});

test("administrators delete any message; others their own and their bots'", async () => {
  const { ada, ben, cleo, bot, lunch } = await realm();
  expect(await cleo.isRefused(deleteMessage, await ben.says(lunch))).toBe(notAllowed);
  expect(await cleo.isRefused(deleteMessage, await bot.says(lunch))).toBe(notAllowed);
  await ben.does(deleteMessage, await bot.says(lunch));
  await ada.does(deleteMessage, await ben.says(lunch));
});

test("not even administrators delete a message that they can't read", async () => {
  const { ada, ben, cleo } = await realm();
  expect(await ada.isRefused(deleteMessage, await ben.writes([cleo]))).toBe("Invalid message(s)");
});

test("users without permission to delete their own messages can't delete any", async () => {
  const { ben, lunch, allow } = await realm();
  const id = await ben.says(lunch);
  await allow("canDeleteOwnMessageGroup", nobody);
  expect(await ben.isRefused(deleteMessage, id)).toBe(notAllowed);
});

test("a channel gives the same permissions for its own messages", async () => {
  const { ben, cleo, lunch, allow, change } = await realm();
  const [own, others] = [await ben.says(lunch), await cleo.says(lunch)];
  await allow("canDeleteOwnMessageGroup", nobody);
  await change(lunch, { permissions: { canDeleteOwnMessageGroup: onlyUser(ben.id) } });
  expect(await ben.isRefused(deleteMessage, others)).toBe(notAllowed);
  await ben.does(deleteMessage, own);
  await change(lunch, { permissions: { canDeleteAnyMessageGroup: onlyUser(ben.id) } });
  await ben.does(deleteMessage, others);
});

test("one's own messages can be deleted for a limited time, any message without limit", async () => {
  const { ada, ben, lunch, clock, set } = await realm();
  await set({ messageContentDeleteLimitSeconds: 600 });
  const [first, second] = [await ben.says(lunch), await ben.says(lunch)];
  clock.advance(600_000);
  await ben.does(deleteMessage, first);
  clock.advance(1000);
  expect(await ben.isRefused(deleteMessage, second)).toBe(
    "The time limit for deleting this message has passed",
  );
  await ada.does(deleteMessage, second);
});
