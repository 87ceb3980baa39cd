import { addDefaultChannel } from "../../../src/application/channels/add-default-channel";
import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { changeDefaultGroupChannels } from "../../../src/application/channels/change-default-group-channels";
import { createDefaultChannelGroup } from "../../../src/application/channels/create-default-channel-group";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({
    people: { mo: "moderator" },
    channels: { design: {}, build: {}, ship: {} },
  });
  const channelNames = ["design", "build"];
  await founded.owner.does(createDefaultChannelGroup, { name: "makers", description: "", channelNames });
  const channels = async () =>
    (await founded.state()).defaultChannelGroups.map(({ channelIds }) => channelIds);
  return { ...founded, channels };
};

test("channels are added at the end and removed", async () => {
  const { owner, channels, build, ship } = await realm();
  await owner.does(changeDefaultGroupChannels, 1, "add", ["ship"]);
  await owner.does(changeDefaultGroupChannels, 1, "remove", ["design"]);
  expect(await channels()).toEqual([[build, ship]]);
});

test("an archived channel leaves its groups", async () => {
  const { owner, channels, build, design } = await realm();
  await owner.does(archiveChannel, design);
  expect(await channels()).toEqual([[build]]);
});

test.each<[string, number, "add" | "remove", string, string]>([
  [
    "adding a channel that it has",
    1,
    "add",
    "design",
    "Channel 'design' is already present in default channel group 'makers'",
  ],
  [
    "removing a channel that it doesn't have",
    1,
    "remove",
    "ship",
    "Channel 'ship' is not present in default channel group 'makers'",
  ],
  [
    "adding a default channel",
    1,
    "add",
    "general",
    "'general' is a default channel and cannot be added to 'makers'",
  ],
  ["an unknown channel", 1, "add", "nowhere", "Invalid channel name 'nowhere'"],
  ["an unknown group", 9, "add", "ship", "Default channel group with id '9' does not exist."],
])("refuses %s", async (_what, id, op, name, message) => {
  const { owner } = await realm();
  expect(await owner.isRefused(changeDefaultGroupChannels, id, op, [name])).toBe(message);
});

test("a channel that became a default channel can still be removed", async () => {
  const { owner, channels, design, build } = await realm();
  await owner.does(addDefaultChannel, design);
  await owner.does(changeDefaultGroupChannels, 1, "remove", ["design"]);
  expect(await channels()).toEqual([[build]]);
});

test("only administrators change a group's channels", async () => {
  const { mo } = await realm();
  expect(await mo.isRefused(changeDefaultGroupChannels, 1, "add", ["ship"])).toBe(
    "Must be an organization administrator",
  );
});
