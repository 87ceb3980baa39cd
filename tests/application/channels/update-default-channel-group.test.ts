import { createDefaultChannelGroup } from "../../../src/application/channels/create-default-channel-group";
import { updateDefaultChannelGroup } from "../../../src/application/channels/update-default-channel-group";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({ people: { mo: "moderator" } });
  for (const name of ["makers", "others"])
    await founded.owner.does(createDefaultChannelGroup, { name, description: "Before", channelNames: [] });
  return founded;
};
const group = (name: string, description = "Before") =>
  expect.objectContaining({ name, description, channelIds: [] });

test("a group's name can be written in another case", async () => {
  const { owner, state } = await realm();
  await owner.does(updateDefaultChannelGroup, 1, { name: "Makers", description: undefined });
  expect((await state()).defaultChannelGroups[0]).toEqual(group("Makers"));
});

test("a new name leaves the description unchanged, and a new description the name", async () => {
  const { owner, state } = await realm();
  await owner.does(updateDefaultChannelGroup, 1, { name: "builders", description: undefined });
  expect((await state()).defaultChannelGroups).toEqual([group("builders"), group("others")]);
  await owner.does(updateDefaultChannelGroup, 1, { name: "", description: "After" });
  expect((await state()).defaultChannelGroups).toEqual([group("builders", "After"), group("others")]);
});

test.each<[string, number, { name?: string; description?: string }, string]>([
  ["no change", 1, {}, 'You must pass "new_description" or "new_group_name".'],
  ["its current name", 1, { name: "makers" }, "This default channel group is already named 'makers'"],
  ["a taken name", 1, { name: "others" }, "Default channel group 'others' already exists"],
  ["a name that looks alike", 1, { name: "OTHERS" }, "Default channel group 'OTHERS' already exists"],
  ["a blank name", 1, { name: " " }, "Invalid default channel group name ' '"],
  [
    "a long description",
    1,
    { description: "d".repeat(1025) },
    "description is too long (limit: 1024 characters)",
  ],
  ["an unknown group", 9, { name: "x" }, "Default channel group with id '9' does not exist."],
])("refuses %s", async (_what, id, { name, description }, message) => {
  const { owner } = await realm();
  expect(await owner.isRefused(updateDefaultChannelGroup, id, { name, description })).toBe(message);
});

test("only administrators change groups", async () => {
  const { mo } = await realm();
  expect(await mo.isRefused(updateDefaultChannelGroup, 1, { name: "x", description: undefined })).toBe(
    "Must be an organization administrator",
  );
});
