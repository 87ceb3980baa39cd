import { removeDefaultChannel } from "../../../src/application/channels/remove-default-channel";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({ people: { ada: "administrator", mo: "moderator" }, channels: { lunch: {} } });

test("administrators remove a channel from the default channels", async () => {
  const { ada, lunch, eventsOf } = await realm();
  expect(await eventsOf(() => ada.does(removeDefaultChannel, 1))).toEqual([
    { type: "default_channels_set", channelIds: [2] },
  ]);
  expect(await eventsOf(() => ada.does(removeDefaultChannel, lunch))).toEqual([]);
});

test("refuses moderators and unknown channels", async () => {
  const { ada, mo } = await realm();
  expect(await mo.isRefused(removeDefaultChannel, 1)).toBe(
    "You do not have permission to change default channels.",
  );
  expect(await ada.isRefused(removeDefaultChannel, 404)).toBe("Invalid channel ID");
});
