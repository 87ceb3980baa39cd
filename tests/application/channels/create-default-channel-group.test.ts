import { createDefaultChannelGroup } from "../../../src/application/channels/create-default-channel-group";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", mo: "moderator" },
    channels: {
      design: {},
      build: {},
      club: { privacy: "private", of: ["ada"] },
      secret: { privacy: "private" },
      past: { isArchived: true },
    },
  });
const makers = { name: "makers", description: "What for", channelNames: ["design", "BUILD", "design"] };

test("groups come in the order of their creation, and hold each channel once", async () => {
  const { ada, design, build, eventsOf } = await realm();
  const made = { id: 1, name: "makers", description: "What for", channelIds: [design, build] };
  expect(await eventsOf(() => ada.does(createDefaultChannelGroup, makers))).toEqual([
    { type: "default_channel_groups_set", groups: [made] },
  ]);
  const empty = { name: "empty", description: "", channelNames: [] };
  expect(await eventsOf(() => ada.does(createDefaultChannelGroup, empty))).toEqual([
    {
      type: "default_channel_groups_set",
      groups: [made, { id: 2, name: "empty", description: "", channelIds: [] }],
    },
  ]);
});

test.each<[string, Partial<typeof makers>, string]>([
  ["an unknown channel", { channelNames: ["nowhere"] }, "Invalid channel name 'nowhere'"],
  ["an archived channel", { channelNames: ["past"] }, "Invalid channel name 'past'"],
  ["a channel that the caller can't read", { channelNames: ["secret"] }, "Invalid channel name 'secret'"],
  ["a private channel", { channelNames: ["club"] }, "Private channels cannot be made default."],
  [
    "a default channel",
    { channelNames: ["general"] },
    "'general' is a default channel and cannot be added to 'makers'",
  ],
  ["no name", { name: " " }, "Invalid default channel group name ' '"],
  ["a long name", { name: "n".repeat(61) }, "Default channel group name too long (limit: 60 characters)"],
  ["a misleading name", { name: "a\u202Eb" }, "Invalid characters in default channel group name!"],
  [
    "a long description",
    { description: "d".repeat(1025) },
    "description is too long (limit: 1024 characters)",
  ],
  ["a taken name", { name: "others" }, "Default channel group 'others' already exists"],
  ["a name that looks alike", { name: "Others" }, "Default channel group 'Others' already exists"],
])("refuses %s", async (_what, change, message) => {
  const { ada, eventsOf } = await realm();
  await ada.does(createDefaultChannelGroup, { ...makers, name: "others" });
  const events = await eventsOf(async () =>
    expect(await ada.isRefused(createDefaultChannelGroup, { ...makers, ...change })).toBe(message),
  );
  expect(events).toEqual([]);
});

test("only administrators create groups", async () => {
  const { mo } = await realm();
  expect(await mo.isRefused(createDefaultChannelGroup, makers)).toBe("Must be an organization administrator");
});
