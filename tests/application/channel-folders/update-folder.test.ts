import { createFolder } from "../../../src/application/channel-folders/create-folder";
import { updateFolder } from "../../../src/application/channel-folders/update-folder";
import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({ people: { mo: "moderator" }, channels: { inside: {} } });
  for (const name of ["Work", "Play"]) await founded.owner.does(createFolder, { name, description: "old" });
  return founded;
};
const changing = (
  folderId: number,
  change: { name?: string; description?: string; isArchived?: boolean },
) => ({ folderId, name: undefined, description: undefined, isArchived: undefined, ...change });

test("the event has the changes, and all folders", async () => {
  const { owner, eventsOf } = await realm();
  const change = { name: " After ", description: "new", isArchived: false };
  const events = await eventsOf(() => owner.does(updateFolder, changing(2, change)));
  const changed = { name: "After", description: "new", renderedDescription: "<p>new</p>" };
  expect(events).toMatchObject([
    {
      type: "channel_folders_set",
      folders: [
        { id: 1, name: "Work" },
        { id: 2, ...changed },
      ],
      change: { op: "update", folderId: 2, change: changed },
    },
  ]);
  expect(await eventsOf(() => owner.does(updateFolder, changing(2, { name: "After" })))).toEqual([]);
  expect(await eventsOf(() => owner.does(updateFolder, changing(2, {})))).toEqual([]);
});

test("a name can change its case, but not become another's", async () => {
  const { owner, state } = await realm();
  await owner.does(updateFolder, changing(2, { name: "PLAY" }));
  expect((await state()).channelFolders[1]?.name).toBe("PLAY");
  expect(await owner.isRefused(updateFolder, changing(2, { name: "work" }))).toBe(
    "Channel folder name already in use",
  );
});

test("a folder with channels, even archived ones, can't be archived", async () => {
  const { owner, inside, change } = await realm();
  const archive = changing(2, { isArchived: true });
  const full = "You need to remove all the channels from this folder to archive it.";
  await change(inside, { folderId: 2 });
  expect(await owner.isRefused(updateFolder, archive)).toBe(full);
  await owner.does(archiveChannel, inside);
  expect(await owner.isRefused(updateFolder, archive)).toBe(full);
  await change(inside, { folderId: null });
  await owner.does(updateFolder, archive);
});

test("an archived folder frees its name, and comes back if the name is still free", async () => {
  const { owner, state } = await realm();
  const restore = changing(2, { isArchived: false });
  await owner.does(updateFolder, changing(2, { isArchived: true }));
  const id = await owner.does(createFolder, { name: "play", description: "" });
  expect(await owner.isRefused(updateFolder, restore)).toBe("Channel folder name already in use");
  await owner.does(updateFolder, changing(id, { name: "Other" }));
  await owner.does(updateFolder, restore);
  expect((await state()).channelFolders[1]).toMatchObject({ name: "Play", isArchived: false });
});

test("refuses unknown folders and everyone but administrators", async () => {
  const { owner, mo } = await realm();
  expect(await owner.isRefused(updateFolder, changing(999, {}))).toBe("Invalid channel folder ID");
  expect(await mo.isRefused(updateFolder, changing(2, { name: "x" }))).toBe(
    "Must be an organization administrator",
  );
});
