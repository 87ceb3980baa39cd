import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { memoryRealm } from "../../support/application/memory-realm";
import { idsOf, unreadOf } from "../../support/storage/user-snapshots";

/** More than one run serves. */
const names = Array.from({ length: 60 }, (_, index) => `user${index}` as const);

const realm = async () => {
  const found = await memoryRealm({
    people: Object.fromEntries(names.map((name) => [name, "member"])) as Record<`user${number}`, "member">,
    channels: { lunch: { of: ["owner", ...names] }, dinner: { of: ["owner", ...names] } },
  });
  const { owner, lunch, dinner, world, realmId } = found;
  for (const text of ["a", "b"]) await owner.says(lunch, text);
  const other = await owner.says(dinner, "a");
  const userIds = [...(await found.state()).subscribers(lunch)];
  const unread = async () => {
    const all = await Promise.all(
      userIds.map(async (id) => idsOf(await unreadOf(world.persistence, realmId, id, 99))),
    );
    return [...new Set(all.flat())];
  };
  const runJobs = () => world.services.jobRunner.runDue(["mark_archived_as_read"]);
  return { ...found, other, unread, runJobs };
};

test("a channel that is archived has no unread messages left, for any subscriber", async () => {
  const { owner, lunch, other, unread, runJobs } = await realm();
  await owner.does(archiveChannel, lunch);
  expect((await unread()).length).toBeGreaterThan(1);
  await runJobs();
  expect(await unread()).toEqual([other]);
});

test("a channel that was restored before its turn stays unread", async () => {
  const { owner, lunch, append, unread, runJobs } = await realm();
  await owner.does(archiveChannel, lunch);
  const before = await unread();
  await append({
    type: "channel_changed",
    channelId: lunch,
    nameBefore: "lunch",
    wasArchived: true,
    change: { isArchived: false },
  });
  await runJobs();
  expect(await unread()).toEqual(expect.arrayContaining(before));
});
