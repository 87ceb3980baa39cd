import { markChannelAsRead } from "../../../src/application/messages/mark-channel-as-read";
import { memoryRealm } from "../../support/application/memory-realm";
import { idsOf, unreadOf } from "../../support/storage/user-snapshots";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member" },
    channels: {
      lunch: { of: ["ben", "owner"] },
      dinner: { of: ["ben", "owner"] },
      secret: { privacy: "private", of: ["owner"] },
    },
  });
  const { owner, ben, lunch, dinner, world, realmId } = found;
  const ids = [await owner.says(lunch, "a"), await owner.says(lunch, "b"), await owner.says(dinner, "a")];
  const unread = async () => idsOf(await unreadOf(world.persistence, realmId, ben.userId, 99));
  return { ...found, ids, unread };
};

test("a channel is read as a whole, or one topic of it whatever its case", async () => {
  const { ben, lunch, ids, unread, eventsOf } = await realm();
  const [first, second, third] = ids;
  const events = await eventsOf(() => ben.does(markChannelAsRead, lunch, " A "));
  expect(events).toMatchObject([{ type: "message_flags_changed", flag: "read", messageIds: [first] }]);
  expect(await unread()).toEqual([second, third]);
  await ben.does(markChannelAsRead, lunch);
  expect(await unread()).toEqual([third]);
  expect(await eventsOf(() => ben.does(markChannelAsRead, lunch))).toEqual([]);
});

test("a channel that the caller can't read answers like one that isn't there", async () => {
  const { ben, secret } = await realm();
  for (const id of [secret, 999])
    expect(await ben.isRefused(markChannelAsRead, id)).toBe("Invalid channel ID");
});
