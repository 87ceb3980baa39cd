import { createFolder } from "../../../src/application/channel-folders/create-folder";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { ada: "administrator", mo: "moderator" } });

test("a new folder comes last", async () => {
  const { ada, eventsOf } = await realm();
  await ada.does(createFolder, { name: "Work", description: "" });
  const events = await eventsOf(() => ada.does(createFolder, { name: " Play ", description: "<fun>" }));
  expect(events).toMatchObject([
    {
      type: "channel_folders_set",
      folders: [
        { id: 1, name: "Work", renderedDescription: "" },
        {
          id: 2,
          name: "Play",
          description: "<fun>",
          renderedDescription: "<p>&lt;fun&gt;</p>",
          creatorId: ada.id,
          isArchived: false,
        },
      ],
      change: { op: "add", folderId: 2 },
    },
  ]);
});

test.each<[string, { name?: string; description?: string }, string]>([
  ["no name", { name: " " }, "Channel folder name can't be empty."],
  ["a long name", { name: "n".repeat(61) }, "name is too long (limit: 60 characters)"],
  ["a control character", { name: "a\u0007b" }, "Invalid character in channel folder name, at position 2."],
  ["a taken name in another case", { name: "WORK ΟΔΟΣ" }, "Channel folder name already in use"],
  ["a name that looks like a taken one", { name: "Work\u00a0οδοσ" }, "Channel folder name already in use"],
  [
    "a long description",
    { description: "d".repeat(1025) },
    "description is too long (limit: 1024 characters)",
  ],
])("refuses %s", async (_what, change, message) => {
  const { ada } = await realm();
  await ada.does(createFolder, { name: "Work οδοσ", description: "" });
  expect(await ada.isRefused(createFolder, { name: "Play", description: "", ...change })).toBe(message);
});

test("only administrators create folders", async () => {
  const { mo } = await realm();
  expect(await mo.isRefused(createFolder, { name: "Work", description: "" })).toBe(
    "Must be an organization administrator",
  );
});
