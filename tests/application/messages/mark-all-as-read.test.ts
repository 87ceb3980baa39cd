import { markAllAsRead } from "../../../src/application/messages/mark-all-as-read";
import { memoryRealm } from "../../support/application/memory-realm";
import { idsOf, unreadOf } from "../../support/storage/user-snapshots";

test("everything that reached the caller is read, in one event, and later messages are not", async () => {
  const { owner, ben, lunch, dinner, world, realmId, eventsOf } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben", "owner"] }, dinner: { of: ["ben", "owner"] } },
  });
  const unread = async (userId: number) => idsOf(await unreadOf(world.persistence, realmId, userId, 99));
  await owner.says(lunch);
  await owner.says(dinner);
  await owner.writes([ben]);
  const before = await unread(owner.id);
  expect(await unread(ben.id)).toHaveLength(3);
  const events = await eventsOf(() => ben.does(markAllAsRead));
  expect(events).toMatchObject([
    { type: "message_flags_changed", userId: ben.id, op: "add", flag: "read", isAll: true, messageIds: [] },
  ]);
  expect(await unread(ben.id)).toEqual([]);
  expect(await unread(owner.id)).toEqual(before);
  expect(await eventsOf(() => ben.does(markAllAsRead))).toEqual([]);
  const later = await owner.says(lunch);
  expect(await unread(ben.id)).toEqual([later]);
});
