import { createFolder } from "../../../src/application/channel-folders/create-folder";
import { listFolders } from "../../../src/application/channel-folders/list-folders";
import { reorderFolders } from "../../../src/application/channel-folders/reorder-folders";
import { updateFolder } from "../../../src/application/channel-folders/update-folder";
import { memoryRealm } from "../../support/application/memory-realm";

/** Three folders, the second of them archived. */
const realm = async () => {
  const founded = await memoryRealm({ people: { mo: "moderator", gina: "guest" } });
  const { owner } = founded;
  for (const name of ["a", "b", "c"]) await owner.does(createFolder, { name, description: "" });
  const archiving = { name: undefined, description: undefined, isArchived: true };
  await owner.does(updateFolder, { folderId: 2, ...archiving });
  return founded;
};

test("administrators give the order in which everyone sees the folders", async () => {
  const { owner, gina, eventsOf } = await realm();
  const events = await eventsOf(() => owner.does(reorderFolders, [3, 2, 1]));
  expect(events).toMatchObject([{ folders: [{ id: 3 }, { id: 2 }, { id: 1 }], change: { op: "reorder" } }]);
  expect((await gina.does(listFolders)).map(({ id }) => id)).toEqual([3, 2, 1]);
});

test.each([[[3, 1]], [[3, 2, 1, 999]], [[3, 2, 1, 3]], [[3, 3, 1]], [[]]])(
  "an order must have each folder once, archived ones too: %j is refused",
  async (order) => {
    const { owner } = await realm();
    expect(await owner.isRefused(reorderFolders, order)).toBe("Invalid order mapping.");
  },
);

test("only administrators reorder folders", async () => {
  const { mo } = await realm();
  expect(await mo.isRefused(reorderFolders, [3, 2, 1])).toBe("Must be an organization administrator");
});
