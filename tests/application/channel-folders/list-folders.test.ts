import { createFolder } from "../../../src/application/channel-folders/create-folder";
import { listFolders } from "../../../src/application/channel-folders/list-folders";
import { memoryRealm } from "../../support/application/memory-realm";

test("guests can list all folders too", async () => {
  const { owner, gina } = await memoryRealm({ people: { gina: "guest" } });
  expect(await gina.does(listFolders)).toEqual([]);
  await owner.does(createFolder, { name: "Work", description: "" });
  expect(await gina.does(listFolders)).toMatchObject([{ name: "Work" }]);
});
