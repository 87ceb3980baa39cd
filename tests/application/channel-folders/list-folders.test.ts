import { createFolder } from "../../../src/application/channel-folders/create-folder";
import { listFolders } from "../../../src/application/channel-folders/list-folders";
import { foundTown } from "../../support/town";

test("guests too list all folders", async () => {
  const { owner, gina } = await foundTown({ people: { gina: "guest" } });
  expect(await gina.does(listFolders)).toEqual([]);
  await owner.does(createFolder, { name: "Work", description: "" });
  expect(await gina.does(listFolders)).toMatchObject([{ name: "Work" }]);
});
