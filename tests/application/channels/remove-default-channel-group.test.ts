import { createDefaultChannelGroup } from "../../../src/application/channels/create-default-channel-group";
import { removeDefaultChannelGroup } from "../../../src/application/channels/remove-default-channel-group";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({ people: { mo: "moderator" }, channels: { design: {} } });
  const wanted = { description: "", channelNames: ["design"] };
  await founded.owner.does(createDefaultChannelGroup, { ...wanted, name: "makers" });
  return founded;
};

test("a removed group leaves its channels", async () => {
  const { owner, design, channel, eventsOf } = await realm();
  expect(await eventsOf(() => owner.does(removeDefaultChannelGroup, 1))).toEqual([
    { type: "default_channel_groups_set", groups: [] },
  ]);
  expect((await channel(design)).isArchived).toBe(false);
});

test("refuses unknown groups and everyone but administrators", async () => {
  const { owner, mo } = await realm();
  expect(await owner.isRefused(removeDefaultChannelGroup, 9)).toBe(
    "Default channel group with id '9' does not exist.",
  );
  expect(await mo.isRefused(removeDefaultChannelGroup, 1)).toBe("Must be an organization administrator");
});
