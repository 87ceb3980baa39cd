import { addDefaultChannel } from "../../../src/application/channels/add-default-channel";
import { removeDefaultChannel } from "../../../src/application/channels/remove-default-channel";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ada: "administrator", mo: "moderator" },
    channels: {
      lunch: {},
      club: { privacy: "private", of: ["ada"] },
      secret: { privacy: "private" },
      past: { isArchived: true },
    },
  });

test("administrators add a channel to the default channels, once", async () => {
  const { ada, lunch, eventsOf } = await realm();
  const add = () => ada.does(addDefaultChannel, lunch);
  expect(await eventsOf(add)).toEqual([{ type: "default_channels_set", channelIds: [1, 2, lunch] }]);
  expect(await eventsOf(add)).toEqual([]);
});

test("default channels are in the order of their ids, whenever they became so", async () => {
  const { ada, lunch, eventsOf } = await realm();
  await ada.does(removeDefaultChannel, 1);
  await ada.does(addDefaultChannel, lunch);
  expect(await eventsOf(() => ada.does(addDefaultChannel, 1))).toEqual([
    { type: "default_channels_set", channelIds: [1, 2, lunch] },
  ]);
});

test("moderators can't change default channels", async () => {
  const { mo, lunch } = await realm();
  expect(await mo.isRefused(addDefaultChannel, lunch)).toBe(
    "You do not have permission to change default channels.",
  );
});

test("a default channel is neither private, nor archived, nor unreadable for the administrator", async () => {
  const { ada, club, secret, past } = await realm();
  expect(await ada.isRefused(addDefaultChannel, club)).toBe("Private channels cannot be made default.");
  for (const id of [secret, past, 404])
    expect(await ada.isRefused(addDefaultChannel, id)).toBe("Invalid channel ID");
});
