import { listProfileFields } from "../../../src/application/profile-fields/list-profile-fields";
import { choices, profileRealm } from "../../support/application/profile-realm";

test("members list all fields, in the order in which they were added", async () => {
  const { ann, add } = await profileRealm();
  expect(await ann.does(listProfileFields)).toEqual([]);
  const name = await add({ name: "Name" });
  const editor = await add({ name: "Editor", data: choices }, "dropdown");
  expect(await ann.does(listProfileFields)).toMatchObject([
    { id: name, type: "short_text", name: "Name" },
    { id: editor, type: "dropdown", name: "Editor", choices },
  ]);
});
